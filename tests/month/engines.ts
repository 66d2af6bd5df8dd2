import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import type { Instant } from '#domain/instant.ts';
import type { Environment } from '#server/config/env.ts';
import type { Database } from '#server/store/database.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { query } from '../postgres/admin.ts';
import { type Dump, dumpOf, restoreInto } from '../postgres/dump.ts';
import { openGiven } from '../postgres/open-given.ts';
import { migratedDatabase } from '../postgres/shared.ts';
import { leadsCommand } from '../service/leads-command.ts';

/** Where a month takes place: on a database whose clock can be shifted, copied and put back. */
export interface Place {
  readonly environment: Environment;
  /** Opens the database beside the server. */
  open(): Database;
  /** Sets the database's clock, where it has one. */
  shift(now: Instant): Promise<void>;
  backup(): Promise<void>;
  /** Puts the database back as it was at the last backup; no server may run. */
  restore(): Promise<void>;
  /** The files and tables in which these words stand. */
  traces(words: string): Promise<readonly string[]>;
}

/** @param dataDir of the server; the mails of a maildir and the embedded database are there */
export const places: Readonly<Record<string, (dataDir: string, copies: string) => Promise<Place>>> = {
  async SQLite(dataDir, copies) {
    const file = join(dataDir, 'leads.sqlite');
    const copy = join(copies, 'copie.sqlite');
    const environment = { DATA_DIR: dataDir };
    return {
      environment,
      open: () => openSqlite(file),
      shift: async () => {},
      async backup() {
        rmSync(copy, { force: true });
        const { code, stderr } = await leadsCommand(['backup', copy], environment);
        if (code !== 0) throw new Error(stderr);
      },
      async restore() {
        for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
        copyFileSync(copy, file);
      },
      traces: async (words) => filesWith(dataDir, words),
    };
  },

  async PostgreSQL(dataDir) {
    let url = await withOwnClock(await migratedDatabase());
    let dump: Dump | undefined;
    const clocks: Client[] = [];
    const connect = async () => {
      const client = new Client(url);
      await client.connect();
      clocks.push(client);
      return client;
    };
    let clock = await connect();
    let shifted = 0;
    onTestFinished(async () => {
      for (const client of clocks) await client.end();
    });
    const shift = async (now: Instant) => {
      shifted = now;
      await clock.query(`update shifted.clock set ms = ${Math.round(now)}`);
    };
    return {
      get environment() {
        return { DATABASE_URL: url, DATA_DIR: dataDir };
      },
      open: () => openGiven(url),
      shift,
      async backup() {
        dump = await dumpOf(url);
      },
      async restore() {
        if (dump === undefined) throw new Error('There is no backup');
        url = await withOwnClock(await migratedDatabase());
        clock = await connect();
        await shift(shifted);
        await restoreInto(url, dump);
      },
      async traces(words) {
        const tables = [...(await dumpOf(url))].filter(([, rows]) => JSON.stringify(rows).includes(words));
        return [...tables.map(([table]) => table), ...filesWith(dataDir, words)];
      },
    };
  },
};

function filesWith(folder: string, words: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(folder, name);
    return statSync(path).isFile() && readFileSync(path, 'latin1').includes(words);
  });
}

/** The database's own function for the time gives way to one that says what a table says. */
async function withOwnClock(url: string): Promise<string> {
  const name = new URL(url).pathname.slice(1);
  await query(
    url,
    `create schema shifted;
    create table shifted.clock (ms bigint not null);
    insert into shifted.clock values (0);
    create function shifted.statement_timestamp() returns timestamptz stable language sql
      as 'select pg_catalog.to_timestamp(ms / 1000.0) from shifted.clock';
    alter database ${name} set search_path = public, shifted, pg_catalog`,
  );
  return url;
}
