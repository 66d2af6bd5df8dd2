import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { EXCEPTIONS } from '../../../markup.ts';
import { BUILT_ON, Hours } from './Hours.tsx';

const HOURS = { days: [1, 2, 3, 4, 5, 6], opens: '09:00', closes: '19:00' } as const;

it('says the days on which other hours hold, that of the build among them, and none that is over', () => {
  const exceptions = [
    { date: BUILT_ON - 1, hours: undefined },
    { date: BUILT_ON, hours: { opens: '09:00', closes: '16:00' } },
    { date: BUILT_ON + 40, hours: undefined },
  ];
  const html = renderToStaticMarkup(<Hours hours={{ ...HOURS, exceptions }} />);
  expect(html.match(/>Le /g)).toHaveLength(2);
  expect(html).toContain('9h00-16h00');
  expect(html).toContain('fermé');
  expect(html).toContain(`${EXCEPTIONS}="${BUILT_ON}=09:00-16:00 ${BUILT_ON + 40}="`);
  expect(renderToStaticMarkup(<Hours hours={HOURS} />)).not.toContain(EXCEPTIONS);
});
