import { afterAll, expect, test } from 'vitest';
import type { Row } from './row.ts';
import { type Ran, replay, runRow } from './run-row.ts';
import { lineOf } from './table.ts';

/** Unless `FAULT_DOSE=full`, each fault runs in its quick dose, about a tenth of what `npm run test:fault` does. */
const { FAULT_DOSE = 'quick', FAULT_SEED = '48' } = process.env;

/** One test for each fault; the table is printed after the last. */
export function testRows(rows: readonly Row[]): void {
  const ran: Ran[] = [];
  test.concurrent.each(rows)('$name: $fault', { timeout: 600_000 }, async (row) => {
    const dose = FAULT_DOSE === 'full' ? row.dose.full : row.dose.quick;
    const one = await runRow(row, Number(FAULT_SEED), dose);
    ran.push(one);
    expect(one.finding.broken, replay(one)).toEqual([]);
  });
  afterAll(() => {
    console.table(Object.fromEntries(ran.map((one) => [one.row.name, lineOf(one)])));
  });
}
