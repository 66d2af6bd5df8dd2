import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { compiledOnce } from './compiled-once.ts';
import { openSqlite } from './sqlite/open.ts';

test('what was compiled once says the same as what is compiled anew, for each call’s own values', () => {
  const db = openSqlite(':memory:');
  onTestFinished(() => db.destroy());
  const make = ({ name, at }: { name: 'form-proof'; at: number }) =>
    db
      .insertInto('secrets')
      .values({ name, value: sql<string>`${at} + ${1}` })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: 'kept' }));
  const filled = compiledOnce(make);
  const calls = [1, 2].map((at) => ({ name: 'form-proof' as const, at }));
  const asked = calls.map(filled);
  for (const [index, values] of calls.entries()) {
    const { sql: text, parameters } = make(values).compile();
    expect(asked[index]).toMatchObject({ sql: text, parameters });
  }
});
