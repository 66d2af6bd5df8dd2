import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { introduction } from '#content/pages/introduction.ts';
import { Booking } from '#site/islands/booking/Booking.island.tsx';
import { referenceFor, withReference } from './reference-link.ts';

test.each([
  ['calendly', 'https://calendly.com/x/15min', 'https://calendly.com/x/15min?utm_content=abc-_1'],
  [
    'cal',
    'https://cal.com/x/15min?a=1&b=2',
    'https://cal.com/x/15min?a=1&amp;b=2&amp;metadata%5Bref%5D=abc-_1',
  ],
] as const)('without JavaScript too, the link to %s holds the reference to the lead', (way, page, href) => {
  const words = introduction.booking;
  const html = renderToStaticMarkup(createElement(Booking, { booking: { way, page }, words }));
  expect(referenceFor(Buffer.from(html), 'abc-_1')).toBe('abc-_1');
  expect(withReference(Buffer.from(html), 'abc-_1', undefined)).toContain(`href="${href}"`);
});

test.each([
  [{ state: 'running', step: 'phone' }, '4'],
  [{ state: 'done' }, undefined],
] as const)('without JavaScript, an audit that is %o is shown again after %s s', (now, seconds) => {
  const view = { url: 'https://site.ch/', host: 'site.ch', checks: [], notMeasured: [], ...now };
  const told = { lead: 'abc', by: 'demain', audit: { view, token: 'x'.repeat(32) } };
  const page = withReference(Buffer.from('<head></head>'), 'abc', told);
  expect(/refresh" content="(\d)"/.exec(page)?.[1]).toBe(seconds);
});
