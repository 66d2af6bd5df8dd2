import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { migratedDatabase } from '../../postgres/shared.ts';
import { enginesOfThisRun } from '../../support/engines-of-this-run.ts';
import { asked, until } from '../audit-requests.ts';
import { startProcess, workingFolder } from '../server-process.ts';

const PROGRAM = resolve(import.meta.dirname, '../../fixtures/audits/serve-audits.ts');

/** What is known of the only audit, and how to let so much time pass for its lease. */
interface Asked {
  readonly environment: Readonly<Record<string, string>>;
  rows(): Promise<readonly Record<string, unknown>[]>;
  later(ms: number): Promise<void>;
}

const ROWS = 'select state, attempts, lease_owner from audits';

async function onSqlite(folder: string): Promise<Asked> {
  const file = join(folder, 'data', 'leads.sqlite');
  return {
    environment: {},
    async rows() {
      const db = new DatabaseSync(file, { readOnly: true });
      const rows = db.prepare(ROWS).all();
      db.close();
      return rows.map((row) => ({ ...row }));
    },
    // A server that is alone on its database takes at once what the one before it held.
    later: async () => {},
  };
}

async function onPostgres(): Promise<Asked> {
  const url = await migratedDatabase();
  const ask = async (text: string) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    environment: { DATABASE_URL: url },
    rows: () => ask(ROWS),
    async later(ms) {
      await ask(`update audits set lease_until = lease_until - ${ms}`);
    },
  };
}

/** The processes that were started with `folder` for their temporary files; a browser's name it. */
function browsersOf(folder: string): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const told = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    } catch {
      return '';
    }
  };
  return all.filter((pid) => told(pid).includes(`${folder}/audit-`)).map(Number);
}

/** A server in the middle of an audit: its browser has opened the page, which never finishes loading. */
async function inTheMiddle(engine: typeof onSqlite) {
  const folder = await workingFolder();
  const audits = await engine(folder);
  const start = (more: Readonly<Record<string, string>>) =>
    startProcess(folder, { ...audits.environment, TMPDIR: folder, ...more }, undefined, PROGRAM);
  const server = start({ STANDS_STILL: '1' });
  const url = await server.opened;
  const { token } = await asked(url, { url: 'still.test' });
  await expect.poll(() => browsersOf(folder).length).toBeGreaterThan(1);
  return { folder, audits, server, token, start };
}

describe.each(Object.entries(enginesOfThisRun({ SQLite: onSqlite, PostgreSQL: onPostgres })))(
  'a server in the middle of an audit, on %s',
  (_name, engine) => {
    test('killed: its browser ends by itself, and another server carries the audit out, once', async () => {
      const { folder, audits, server, token, start } = await inTheMiddle(engine);
      server.child.kill('SIGKILL');
      await server.ended;
      await expect.poll(() => browsersOf(folder), { timeout: 5_000 }).toEqual([]);
      expect(await audits.rows()).toEqual([
        { state: 'running', attempts: 1, lease_owner: expect.any(String) },
      ]);
      await audits.later(30_000);
      const others = [start({ HTTP_ONLY: '1' })];
      if (engine === onPostgres) others.push(start({ HTTP_ONLY: '1' }));
      for (const other of others) await until(await other.opened, token, 'done');
      expect(await audits.rows()).toEqual([{ state: 'done', attempts: 2, lease_owner: null }]);
    });

    test('told to stop: it ends its browser, gives the audit back uncounted and is gone within 4 s', async () => {
      const { folder, audits, server } = await inTheMiddle(engine);
      const began = performance.now();
      server.child.kill('SIGTERM');
      expect((await server.ended).code).toBe(0);
      expect(performance.now() - began).toBeLessThan(4_000);
      // A killed process is still listed until a busy machine gives it the processor for its end.
      await expect.poll(() => browsersOf(folder), { timeout: 1_000 }).toEqual([]);
      expect(readdirSync(folder).filter((name) => name.startsWith('audit-'))).toEqual([]);
      expect(await audits.rows()).toEqual([{ state: 'waiting', attempts: 0, lease_owner: null }]);
    });
  },
);
