import { expect, onTestFinished, test } from 'vitest';
import { Secret } from '#server/config/secrets.ts';
import { openWorkLock } from '#server/store/postgres/work-lock.ts';
import { query } from './admin.ts';
import { sharedDatabase } from './shared.ts';

async function lockOf(url: string, frozenS?: number) {
  const lock = await openWorkLock(new Secret(url), frozenS);
  onTestFinished(() => lock.close());
  return lock;
}

const lost = (lock: Awaited<ReturnType<typeof lockOf>>) => expect.poll(() => lock.lost.aborted).toBe(true);

test('of two servers on a database one has the lock; the other takes it when the first closes, or its connection is cut', async () => {
  const url = await sharedDatabase();
  const [one, other, third] = [await lockOf(url), await lockOf(url), await lockOf(url)];
  expect([await one.take(), await other.take()]).toEqual(['taken', 'held']);
  // Another database's lock is its own.
  expect(await (await lockOf(await sharedDatabase())).take()).toBe('taken');
  await one.close();
  await expect.poll(() => other.take()).toBe('taken');
  await query(
    url,
    "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())",
  );
  await lost(other);
  await expect(other.beat()).rejects.toThrow();
  expect(await third.take()).toBe('taken');
});

test('of one that lets no beat be heard the connection is ended, and of one that does it is not', async () => {
  const url = await sharedDatabase();
  const [one, other] = [await lockOf(url), await lockOf(url, 1)];
  expect(await one.take()).toBe('taken');
  const until = performance.now() + 2_000;
  while (performance.now() < until) {
    await one.beat();
    expect(await other.take()).toBe('held');
  }
  await expect.poll(() => other.take(), { timeout: 20_000 }).toBe('ended');
  await lost(one);
  await expect.poll(() => other.take()).toBe('taken');
});
