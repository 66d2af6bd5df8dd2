import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Environment } from '#server/config/env.ts';
import { settingsFingerprint } from '#server/config/fingerprint.ts';
import type { Database } from '#server/store/database.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { examine, type Surroundings } from '../../cli/doctor/examine.ts';
import type { MailResolver } from '../../cli/doctor/mail-dns.ts';
import { type Fault, startFakeAirtable } from '../fakes/airtable.ts';
import { COMPLETE_SETTINGS } from '../fixtures/complete-settings.ts';
import { newSqliteFile } from '../support/new-sqlite.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface SetUp {
  readonly environment: Environment;
  /** What Airtable answers; 0: nothing at all. */
  readonly airtable: number;
  readonly rehearse?: boolean;
  /** The body of the running server's /readyz, absent: none is running. */
  readonly readyz?: object;
  /** What the running server was started with, where that is not what is set now. */
  readonly startedWith?: Environment;
  /** The answer of PUBLIC_URL; 0: nothing at all. */
  readonly proxy?: number;
  /** What stands in the place of this machine: its clock, its disk, its ports, its mail server. */
  readonly machine?: Pick<Surroundings, 'now' | 'roomOf' | 'knock' | 'listens'>;
  readonly folder: string;
}

/** A set-up without a finding; each row of the table breaks one thing in it. */
export async function good(): Promise<SetUp> {
  const folder = temporaryFolder();
  await newSqliteFile(join(folder, 'data'));
  writeFileSync(join(folder, '.env'), '', { mode: 0o640 });
  const environment = {
    ...COMPLETE_SETTINGS,
    DATA_DIR: join(folder, 'data'),
    AUDITS: 'http',
  };
  return { environment, airtable: 200, readyz: { status: 'ok' }, folder };
}

/** DNS with all records that a sender's domain needs. */
const wellKept: MailResolver = {
  resolveTxt: async (name) => (name.startsWith('_dmarc.') ? [['v=DMARC1; p=none']] : [['v=spf1 mx -all']]),
  resolveMx: async () => [{ exchange: 'mail.exemple.ch', priority: 10 }],
  resolve4: (async () => []) as unknown as MailResolver['resolve4'],
  resolve6: (async () => []) as unknown as MailResolver['resolve6'],
};

export const NOW = Date.parse('2026-11-23T10:00:00Z');

export async function findings(setUp: SetUp) {
  const {
    environment,
    airtable,
    readyz,
    startedWith,
    folder,
    rehearse = false,
    proxy = 200,
    machine,
  } = setUp;
  const fetcher: typeof fetch = async (url) => {
    const ops = String(url).endsWith('/readyz');
    const page = String(url).endsWith('/robots.txt');
    if (ops ? readyz === undefined : (page ? proxy : airtable) === 0) throw new Error('nobody is there');
    if (ops) return Response.json(readyz);
    if (String(url).endsWith('/settings'))
      return Response.json({ fingerprint: settingsFingerprint(startedWith ?? environment) });
    if (page) return new Response('', { status: proxy });
    const error = { type: 'SOME_REASON', message: 'What it says.' };
    return Response.json(airtable === 200 ? { records: [] } : { error }, {
      status: airtable,
      headers: { date: new Date(NOW).toUTCString() },
    });
  };
  const given = Object.fromEntries(Object.entries(environment).filter(([, text]) => text !== ''));
  const found = await examine({
    environment: () => given,
    fetcher,
    dotEnv: join(folder, '.env'),
    resolver: wellKept,
    rehearse,
    now: () => NOW,
    roomOf: () => ({ free: 50e9, total: 100e9 }),
    knock: async () => undefined,
    listens: async () => false,
    ...machine,
  });
  // Placeholders in the content are not part of the operator's set-up.
  return found.filter(({ weight, text }) => weight !== 'fine' && !/^(facts\/|Faits du site)/.test(text));
}

export type Spoil = (setUp: SetUp) => SetUp | Promise<SetUp>;
export const setting =
  (environment: Environment): Spoil =>
  (setUp) => ({ ...setUp, environment: { ...setUp.environment, ...environment } });
export const answering =
  (airtable: number): Spoil =>
  (setUp) => ({ ...setUp, airtable });
export const touching =
  (touch: (folder: string) => void): Spoil =>
  (setUp) => {
    touch(setUp.folder);
    return setUp;
  };

export const stored =
  (work: (db: Database) => Promise<unknown>): Spoil =>
  async (setUp) => {
    const db = openSqlite(join(setUp.folder, 'data/leads.sqlite'));
    await work(db).finally(() => db.destroy());
    return setUp;
  };
export const at =
  (machine: SetUp['machine']): Spoil =>
  (setUp) => ({ ...setUp, ...(machine && { machine }) });
export const delivered = (db: Database) =>
  db.updateTable('outbox').set({ state: 'delivered', held_because: null, tell_since: null }).execute();
export const sentToOwner = (db: Database, receipt: string) =>
  db
    .insertInto('messages')
    .values({
      ...({ id: 'mail', kind: 'owner-held', channel: 'mail', recipient: 'owner', lead_id: null } as const),
      ...({ state: 'sent', created_at: NOW, due_at: NOW, sent_at: NOW, receipt } as const),
    })
    .execute();
/** A provider that gives every request of the rehearsal the same answer. */
export const rehearsing =
  (fault: Fault): Spoil =>
  async (setUp) => {
    const fake = await startFakeAirtable();
    onTestFinished(() => fake.close());
    fake.fail(fault, 100);
    return { ...setUp, rehearse: true, environment: { ...setUp.environment, AIRTABLE_API_URL: fake.url } };
  };

/** What is wrong, how it comes to be, its weight, and the words for what is wrong, what is safe and what to do. */
type Row = [string, Spoil, 'blocks' | 'mend', RegExp, RegExp, RegExp];

/** Declares a test for each row: its finding is the only one, and says all three in one line. */
export function saysOf(rows: readonly Row[]): void {
  it.each(rows)(
    'says of %s in one line what is wrong, what is safe and what to do',
    async (name, spoil, weight, ...words) => {
      const spoilt = await spoil(await good());
      const atFile = { ...spoilt.environment, DATA_DIR: join(spoilt.folder, 'file') };
      const [finding, ...others] = await findings(
        name.includes('written') ? { ...spoilt, environment: atFile } : spoilt,
      );
      expect(others).toEqual([]);
      expect(finding?.weight).toBe(weight);
      for (const word of words) expect(finding?.text).toMatch(word);
      expect(finding?.text).not.toMatch(/\n|patSecret|geheim/);
    },
  );
}
