import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Internet, openInternet } from '../fixtures/audits/internet.ts';
import { SITES } from '../fixtures/audits/sites.ts';
import { lighthouseLcp, ourLcp } from './lighthouse.ts';

let internet: Internet;

beforeAll(async () => {
  internet = await openInternet(SITES);
});
afterAll(() => internet.close());

/** One run is noisy on either side, so they take turns, and the one in the middle counts. */
const TURNS = 3;

it.each(['fast', 'heavy', 'slow', 'shaky'])(
  'LCP of %s is within a fifth or 200 ms of Lighthouse',
  async (name) => {
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let turn = 0; turn < TURNS; turn += 1) {
      ours.push(await ourLcp(internet, name));
      theirs.push(await lighthouseLcp(internet, name));
    }
    const [our, their] = [middle(ours), middle(theirs)];
    console.log(`${name}: ${said(ours)}, Lighthouse ${said(theirs)}`);
    expect(Math.abs(our - their)).toBeLessThanOrEqual(Math.max(200, their * 0.2));
  },
);

const middle = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const said = (values: readonly number[]) => `${values.map(Math.round).join(', ')} ms`;
