import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { EXCEPTIONS } from '../../../markup.ts';
import { Hours } from './Hours.tsx';

const HOURS = { days: [1, 2, 3, 4, 5, 6], opens: '09:00', closes: '19:00' } as const;
const today = Math.floor(Date.now() / 86_400_000);

it('says the days to come on which other hours hold, and none that is over', () => {
  const exceptions = [
    { date: today - 40, hours: undefined },
    { date: today + 40, hours: { opens: '09:00', closes: '16:00' } },
    { date: today + 41, hours: undefined },
  ];
  const html = renderToStaticMarkup(<Hours hours={{ ...HOURS, exceptions }} />);
  expect(html.match(/>Le /g)).toHaveLength(2);
  expect(html).toContain('9h00-16h00');
  expect(html).toContain('fermé');
  expect(html).toContain(`${EXCEPTIONS}="${today + 40}=09:00-16:00 ${today + 41}="`);
  expect(renderToStaticMarkup(<Hours hours={HOURS} />)).not.toContain(EXCEPTIONS);
});
