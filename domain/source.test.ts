import { expect, it } from 'vitest';
import { rateOf } from './rate.ts';
import { queryOf, sourceOfSite, sourceSaid } from './source.ts';

const said = (query: string) => {
  const parameters = new URLSearchParams(query);
  return sourceSaid((name) => parameters.get(name));
};

it.each([
  ['utm_source=Google&utm_medium=CPC&utm_campaign=Printemps%202026', ['google', 'cpc', 'printemps 2026']],
  ['utm_campaign=%C3%89t%C3%A9', ['', '', 'été']],
  ['utm_source=%22%3E%3Cscript%3Ealert(1)%3C/script%3E', ['script alert 1 /script', '', '']],
  ['utm_source=a%E2%80%AEb%00%0Ac', ['a b c', '', '']],
  [`utm_source=${'x'.repeat(500)}`, ['x'.repeat(60), '', '']],
  ['utm_source=lettre&amp;utm_medium=mail&amp;utm_campaign=x', ['lettre', 'mail', 'x']],
  // An e-mail address, as some newsletters put it there.
  ['utm_source=zoe@exemple.ch&utm_medium=lettre', ['', 'lettre', '']],
])('%s', (query, [source, medium, campaign]) => {
  const read = said(query);
  expect(read).toEqual({ source, medium, campaign });
  // What it is carried along as says the same again, and nothing to HTML.
  expect(read && said(queryOf(read))).toEqual(read);
  expect(read && queryOf(read)).not.toMatch(/["'<>\s]/);
});

it('says no source where an address says none', () => {
  for (const query of ['', 'utm_source=&utm_medium=%20', 'utm_content=a&gclid=b', 'utm_source=%3C%3E'])
    expect(said(query)).toBeUndefined();
  expect(sourceOfSite('WWW.Google.CH')).toEqual({ source: 'google.ch', medium: '', campaign: '' });
});

it('says of a rate how sure it is, and none where there is nothing to compare', () => {
  // By the formula, as https://www.statskingdom.com/proportion-confidence-interval-calculator.html computes it.
  const rate = rateOf(10, 40);
  expect([rate?.share, rate?.few]).toEqual([0.25, false]);
  expect(rate?.low).toBeCloseTo(0.1419, 3);
  expect(rate?.high).toBeCloseTo(0.4019, 3);
  expect(rateOf(1, 29)?.few).toBe(true);
  expect([rateOf(0, 10)?.low, rateOf(10, 10)?.high]).toEqual([0, 1]);
  for (const [part, all] of [
    [0, 0],
    [3, 2],
  ] as const)
    expect(rateOf(part, all)).toBeUndefined();
});
