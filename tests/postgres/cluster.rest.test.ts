import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startCluster } from './cluster.ts';
import { processesIn } from './processes.ts';

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  return client;
}

test('it keeps its data over restarts and crashes, answers nothing while paused, and leaves nothing behind', async () => {
  const cluster = await startCluster();
  onTestFinished(() => cluster.stop());
  const url = await cluster.createDatabase();
  const first = await connected(url);
  await first.query('create table t (a int); insert into t values (1)');
  expect((await first.query('show fsync')).rows).toEqual([{ fsync: 'on' }]);

  await cluster.restart();
  await expect(first.query('select 1')).rejects.toThrow();
  await cluster.killNine();
  expect(processesIn(cluster.dataDir)).toEqual([]);
  await expect(connected(url)).rejects.toThrow('ECONNREFUSED');
  await cluster.restart();
  const again = await connected(url);
  expect((await again.query('select a from t')).rows).toEqual([{ a: 1 }]);

  cluster.pause();
  let answered = false;
  const answer = again.query('select 1').then(() => {
    answered = true;
  });
  await expect(connected(url)).rejects.toThrow('timeout');
  expect(answered).toBe(false);
  cluster.resume();
  await answer;

  await cluster.stop();
  expect(processesIn(cluster.dataDir)).toEqual([]);
  expect(existsSync(dirname(cluster.dataDir))).toBe(false);
});

const HOLDER = `
  import { startCluster } from ${JSON.stringify(resolve(import.meta.dirname, 'cluster.ts'))};
  const cluster = await startCluster();
  cluster.pause();
  process.stdout.write(cluster.dataDir);
  setInterval(() => {}, 1_000);`;

test('killed, the process that started it takes it along, even a paused one', async () => {
  const holder: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', HOLDER], {
    cwd: resolve(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void holder.kill('SIGKILL'));
  const [dataDir] = holder.stdout ? await once(holder.stdout.setEncoding('utf8'), 'data') : [];
  expect(processesIn(dataDir)).not.toEqual([]);
  holder.kill('SIGKILL');
  await expect.poll(() => existsSync(dirname(dataDir))).toBe(false);
  expect(processesIn(dataDir)).toEqual([]);
});
