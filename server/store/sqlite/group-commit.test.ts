import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { commitGroup, type UnitOfWork } from './group-commit.ts';

function opened() {
  const database = new DatabaseSync(':memory:');
  onTestFinished(() => database.close());
  database.exec('create table t (a integer primary key, b text)');
  return {
    database,
    stored: () =>
      database
        .prepare('select a from t order by a')
        .all()
        .map(({ a }) => a),
  };
}

const insert = (...ids: number[]): UnitOfWork =>
  ids.map((id) => ({ sql: 'insert into t (a, b) values (?, ?)', parameters: [id, 'x'.repeat(2_000)] }));

test('a unit of work that fails is undone whole and alone', () => {
  const { database, stored } = opened();
  const outcomes = commitGroup(database, [insert(1), insert(2, 3, 1), insert(4)]);
  expect(outcomes.map((outcome) => 'results' in outcome)).toEqual([true, false, true]);
  expect(stored()).toEqual([1, 4]);
});

test('rows that come back and rows that changed are told', () => {
  const { database } = opened();
  const [outcome] = commitGroup(database, [
    [...insert(1), { sql: 'update t set b = ? returning a', parameters: ['y'] }],
  ]);
  expect(outcome).toMatchObject({ results: [{ rows: [], numAffectedRows: 1n }, { rows: [{ a: 1 }] }] });
});

test('a disk that is full takes the neighbours along, none is told a yes, and with room again all goes on', () => {
  const { database, stored } = opened();
  commitGroup(database, [insert(1)]);
  const { page_count } = database.prepare('pragma page_count').get() ?? {};
  database.exec(`pragma max_page_count = ${Number(page_count) + 2}`);
  const many = Array.from({ length: 20 }, (_, index) => insert(10 + index));
  const outcomes = commitGroup(database, many);
  const kept = new Set(stored());
  for (const [index, outcome] of outcomes.entries()) expect('results' in outcome).toBe(kept.has(10 + index));
  expect(outcomes.some((outcome) => 'error' in outcome)).toBe(true);
  database.exec('pragma max_page_count = 1000000');
  expect(commitGroup(database, [insert(99)])[0]).toHaveProperty('results');
});

test('a commit that fails fails every unit of work, and leaves no transaction open', () => {
  const { database, stored } = opened();
  database.exec(
    'pragma foreign_keys = on; create table child (p integer references t(a) deferrable initially deferred)',
  );
  const orphan: UnitOfWork = [{ sql: 'insert into child values (7)', parameters: [] }];
  const outcomes = commitGroup(database, [insert(1), orphan]);
  expect(outcomes.every((outcome) => 'error' in outcome)).toBe(true);
  expect(database.isTransaction).toBe(false);
  expect(stored()).toEqual([]);
});
