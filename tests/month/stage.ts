import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import type { Instant } from '#domain/instant.ts';
import { type Server, serve } from '#server/serve.ts';
import type { Database } from '#server/store/database.ts';
import { createLog } from '#server/system/log.ts';
import { FAKE, startFakeAirtable } from '../fakes/airtable.ts';
import { airtableEnvironment } from '../fakes/airtable-settings.ts';
import { manualClock } from '../fakes/clock.ts';
import { type ReadMail, readMail } from '../fakes/read-mail.ts';
import { startFakeSmtp } from '../fakes/smtp-server.ts';
import { leadsCommand } from '../service/leads-command.ts';
import { temporaryFolder } from '../service/temporary-folder.ts';
import { builtSite } from '../service/test-server.ts';
import type { Place } from './engines.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Between two looks at what is due: also how often the periodic jobs run at least. */
const STRIDE_MS = 6 * HOUR;
/** While something is broken: what fails is tried again so often, instead of every few minutes. */
const BROKEN_STRIDE_MS = 5 * HOUR;
/** Who waits for longer does not wait for a departure to the provider, unless several do. */
const SOON_MS = 500;
/** How many loops the server has, each of which waits when there is nothing to do. */
const LOOPS = 12;
/** How often it is looked at whether everybody waits: the database and the network take real time. */
const LOOK_AGAIN_MS = 2;

export const OWNER = 'ada@atelier.example';
export const PUBLIC_URL = 'https://atelier.example';

const AIRTABLE_FIELD_IDS = Object.entries(FAKE.fieldIds)
  .map((pair) => pair.join('='))
  .join();

/** A mail that the mail server took. */
export interface Mail extends Pick<ReadMail, 'header' | 'text' | 'links'> {
  /** When it was sent, on the shifted clock. */
  readonly at: Instant;
  readonly id: string;
  readonly to: readonly string[];
  readonly subject: string;
}

/** The whole server on a clock that the test moves, between a provider, a mail server and its visitors. */
export async function setStage(make: (dataDir: string, copies: string) => Promise<Place>, begin: number) {
  const dataDir = join(temporaryFolder(), 'data');
  const place = await make(dataDir, temporaryFolder());
  const clock = manualClock(begin);
  await place.shift(begin);
  const airtable = await startFakeAirtable({ now: clock.now });
  onTestFinished(() => airtable.close());
  const smtp = await startFakeSmtp();
  const siteDir = await builtSite();
  const mails: Mail[] = [];
  const lines: string[] = [];
  let server: Server | undefined;
  let db: Database | undefined;
  let broken = false;

  const environment = () => ({
    ...place.environment,
    ...airtableEnvironment(airtable),
    // With the table's and the fields' ids, the strategies that name them by id are used too.
    ...{ AIRTABLE_TABLE: FAKE.table, AIRTABLE_TABLE_ID: FAKE.tableId, AIRTABLE_FIELD_IDS },
    ...{ AUDITS: 'off' as const, PUBLIC_URL, OWNER_EMAIL: OWNER },
    ...{ SMTP_URL: smtp.url, MAIL_FROM: 'Atelier <nous@atelier.example>' },
    ...{ PORT: '0', OPS_PORT: '0', LEADS_PER_MINUTE: '1000' },
  });

  // On PostgreSQL the server that works says so every five seconds.
  const loops = 'DATABASE_URL' in place.environment ? LOOPS + 1 : LOOPS;

  async function start(): Promise<void> {
    const log = createLog({ write: (line: string) => void lines.push(line) });
    server = await serve({ environment: environment(), siteDir, log, clock });
    db = place.open();
    await settle();
  }

  async function stop(): Promise<void> {
    const stopping = server?.stop();
    server = undefined;
    await stopping;
    await db?.destroy();
    db = undefined;
  }
  onTestFinished(stop);

  const opened = () => db ?? expect.fail('The server does not run');
  const query = async (text: ReturnType<typeof sql<{ n: number | null }>>) =>
    Number((await text.execute(opened())).rows[0]?.n ?? 0);
  /** How many mails, records and new leads are due and not settled. */
  const dueNow = () =>
    query(sql`select (select count(*) from messages where state = 'waiting' and due_at <= ${clock.now()})
      + (select count(*) from outbox where state = 'waiting' and held_because is null and due_at <= ${clock.now()})
      + (select count(*) from outbox where tell_since is not null and held_because is null) as n`);
  /** How many are being sent. */
  const underWay = () =>
    query(sql`select (select count(*) from messages where lease_until > ${clock.now()})
      + (select count(*) from outbox where lease_until > ${clock.now()}) as n`);
  const nextDue = () =>
    query(sql`select min(due_at) as n from (select due_at from messages where state = 'waiting'
      union all select due_at from outbox where state = 'waiting' and held_because is null) as due
      where due_at > ${clock.now()}`);

  function collect(): void {
    for (const { raw, messageId: id, to } of smtp.accepted.slice(mails.length)) {
      const mail = readMail(raw);
      mails.push({
        ...mail,
        at: clock.now(),
        id,
        to,
        subject: mail.header('Subject').replaceAll(/[\u202f\u00a0]/g, ' '),
        text: plain(mail.text),
      });
    }
  }

  async function advance(ms: number): Promise<void> {
    await place.shift(clock.now() + ms);
    clock.advance(ms);
  }

  /** Lets everything happen that is due; what is paused or broken stays due. */
  async function settle(): Promise<void> {
    for (let turn = 0; ; turn += 1) {
      if (turn > 20_000) throw new Error(`Something is always due: ${await dueNow()}; ${clock.waits()}`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      // Some loop is at work.
      if (clock.waits().length < loops) continue;
      const [due, sending] = [await dueNow(), await underWay()];
      const waits = clock.waits();
      // The database took its time to answer.
      if (waits.length < loops) continue;
      if (due + sending === 0) break;
      const [soonest = 0] = waits;
      // An answer from outside takes real time.
      if (sending > 0 && waits.length === loops && soonest > SOON_MS) continue;
      await advance(Math.max(1, soonest));
    }
    collect();
  }

  return {
    clock,
    loops,
    airtable,
    smtp,
    mails,
    dataDir,
    place,
    start,
    stop,
    advance,
    settle,
    db: opened,
    log: () => lines.join(''),
    url: () => server?.url ?? expect.fail('The server does not run'),
    /** What fails now goes on failing: it is not followed try by try. */
    break(is: boolean) {
      broken = is;
    },
    /** Lets time pass until then, and everything happen that is due on the way. */
    async until(at: number): Promise<void> {
      await settle();
      while (clock.now() < at) {
        const next = broken ? clock.now() + BROKEN_STRIDE_MS : (await nextDue()) || Infinity;
        const to = Math.min(at, Math.max(next, clock.now() + 1), clock.now() + STRIDE_MS);
        await advance(to - clock.now());
        await settle();
      }
    },
    command: (...args: string[]) => leadsCommand(args, environment(), '', undefined, clock.now),
  };
}

export type Stage = Awaited<ReturnType<typeof setStage>>;

/** Text with ordinary spaces, as patterns are written. */
export function plain(text: string): string {
  return text.replaceAll(/[\u202f\u00a0]/g, ' ');
}
