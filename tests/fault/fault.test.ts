import { afterAll, describe, expect, test } from 'vitest';
import { type Ran, replay, runRow } from './harness/run-row.ts';
import { lineOf } from './harness/table.ts';
import { suite } from './suite.ts';

/** A tenth of the doses, unless told otherwise: `npm run test:fault` does them all. */
const { FAULT_DOSE = 'quick', FAULT_SEED = '48' } = process.env;

const ran: Ran[] = [];

/** One after the other. */
const groups = [
  { name: 'timed', rows: suite.filter(({ timed }) => timed) },
  { name: 'the others', rows: suite.filter(({ timed }) => !timed) },
];

describe.each(groups)('$name', ({ rows }) => {
  test.concurrent.each(rows)('$name: $fault', { timeout: 300_000 }, async (row) => {
    const dose = FAULT_DOSE === 'full' ? row.dose.full : row.dose.quick;
    const one = await runRow(row, Number(FAULT_SEED), dose);
    ran.push(one);
    expect(one.finding.broken, replay(one)).toEqual([]);
  });
});

afterAll(() => {
  console.table(Object.fromEntries(ran.map((one) => [one.row.name, lineOf(one)])));
});
