import { type Weighed, weigh } from '../../tests/e2e/effects/weigh-effect.ts';
import { atMost, type Row } from '../report.ts';

const IN_WORKER = 'the helper that puts it into a worker is counted: it keeps the page’s own thread free';

const BARS: readonly { effect: Weighed; figure: string; most: number; note?: string }[] = [
  { effect: 'fluid', figure: 'fluid', most: 4096, note: IN_WORKER },
  { effect: 'silk', figure: 'background of /flow', most: 2048, note: IN_WORKER },
  { effect: 'sparkle', figure: 'sparkles of /home', most: 2048, note: IN_WORKER },
  {
    effect: 'night',
    figure: 'background of /',
    most: 2048,
    note: `finds its way round the words of the page and answers the pointer: a picture drawn by rules, not by a shader; ${IN_WORKER}`,
  },
];

/** What a visitor gets for each effect, helpers counted. */
export function sizeRows(dist: string): Row[] {
  return BARS.map(({ effect, figure, most, note }) => {
    const { own, helper } = weigh(dist, effect);
    return atMost(`size, Brotli: ${figure}`, (own + helper) / 1024, most / 1024, { unit: ' KB', note });
  });
}
