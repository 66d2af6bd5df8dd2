import { loadavg } from 'node:os';
import { setTimeout as after } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '#server/store/database.ts';
import { sharedSecret } from '#server/store/shared-secret.ts';
import { fill } from '../../tests/fakes/fill.ts';
import { startCluster } from '../../tests/postgres/cluster.ts';
import { atMost, onBusyMachine, type Row } from '../report.ts';
import { percentile } from '../statistics.ts';
import { folderWithSite, type Side, side } from './running-server.ts';

/** The server and the operator's commands on a million leads, beside an empty database. */
export async function scaleReport(quick: boolean) {
  const dose: Dose = quick
    ? {
        delivered: 100_000,
        held: 10_000,
        stuck: 10_000,
        audits: 2_000,
        released: 50_000,
        rounds: 2,
        seconds: 3,
      }
    : {
        delivered: 1_000_000,
        held: 100_000,
        stuck: 100_000,
        audits: 20_000,
        released: 500_000,
        rounds: 5,
        seconds: 8,
      };
  const folder = await folderWithSite();
  const load = loadavg()[0] ?? 0;
  const embedded = await measure('SQLite', side(folder, 'empty'), side(folder, 'full'), dose);
  const cluster = await startCluster();
  const [emptyUrl, fullUrl] = [await cluster.createDatabase(), await cluster.createDatabase()];
  const [empty, full] = [side(folder, 'empty-shared', emptyUrl), side(folder, 'full-shared', fullUrl)];
  const shared = await measure('PostgreSQL', empty, full, dose);
  await cluster.stop();
  return {
    name: 'scale',
    title: 'Scale: a million leads beside none',
    how:
      `Each engine with ${dose.delivered.toLocaleString('en')} delivered and ${dose.held.toLocaleString('en')} held leads, ${dose.stuck.toLocaleString('en')} mails that no server has accepted and ${dose.audits.toLocaleString('en')} audits, and with none; the real server on either, ` +
      `${dose.rounds} rounds of ${dose.seconds} s in turn, delivering to a provider of its own. PostgreSQL, servers, providers and load share one machine` +
      `${load > 1 ? `, which others kept busy (load ${load.toFixed(0)} when it began)` : ''}.`,
    rows: [...embedded, ...shared],
  };
}

interface Dose {
  readonly delivered: number;
  readonly held: number;
  /** Mails that the mail server has not accepted yet. */
  readonly stuck: number;
  readonly audits: number;
  /** Released in one go at the end. */
  readonly released: number;
  readonly rounds: number;
  readonly seconds: number;
}

const PER_SECOND = 40;
const REMINDERS = 20;
/** By then all that a server does at its start is done, and each of its periodic jobs has run. */
const FIRST_SECONDS = 15;
const MIB = 2 ** 20;
const READYZ_MS = 50;
const P99_RATIO = 1.5;
const FIRST_DELIVERY_MS = 2_000;
const START_MS = 5_000;
const COMMAND_MS = 3_000;
const EXPORT_MS = 90_000;
const EXPORT_BYTES = 200 * MIB;
const RELEASE_MS = 60_000;

/** What one engine does with an empty database and with a full one, in turn. */
async function measure(engine: string, empty: Side, full: Side, dose: Dose): Promise<Row[]> {
  const now = Date.now();
  const said = (what: string) => console.log(`${engine}: ${what}`);
  said('filling');
  await filled(empty, async () => {});
  await filled(full, async (db) => {
    await fill(db, { ...dose, now });
    await remind(db, dose.delivered + dose.held, now);
  });

  said('starting');
  const started = { empty: await fromTheStart(empty), full: await fromTheStart(full) };
  said('taking leads');
  const sides = { empty: quiet(), full: quiet() };
  for (let round = 0; round < dose.rounds; round += 1) {
    for (const [name, side] of [
      ['empty', empty],
      ['full', full],
    ] as const) {
      const { accepted, probes } = await side.load(PER_SECOND, dose.seconds);
      sides[name].accepted.push(...accepted);
      sides[name].probes.push(...probes);
    }
  }
  await empty.stop();

  said('desk');
  const desk = await deskRows(engine, full, PER_SECOND, dose.seconds);
  said('commands');
  const commands = [
    ['list', await full.leads('list')],
    ['list --held', await full.leads('list', '--held')],
    ['show <e-mail>', await full.leads('show', 'personne77@example.ch')],
    ['funnel', await full.leads('funnel')],
    ['erase <e-mail>', await full.leads('erase', 'personne78@example.ch', '--yes')],
  ] as const;
  const exported = await full.leads('export');
  const exportedJson = await full.leads('export', '--json');

  said('releasing');
  const more = dose.released - dose.held;
  await filled(full, (db) => fill(db, { delivered: 0, held: more, now, after: dose.delivered + dose.held }));
  const meanwhile = full.load(PER_SECOND / 4, dose.seconds);
  const released = await full.leads('release', '--held');
  const { accepted: besideRelease } = await meanwhile;
  await full.stop();

  /** `most` in milliseconds; bars of a second and more are told in seconds. */
  const timed = (figure: string, took: number, most: number, note: string): Row => {
    const [unit, length] = most < 1_000 ? [' ms', 1] : [' s', 1_000];
    return atMost(`${engine}: ${figure}`, took / length, most / length, { unit, measured: ms(took), note });
  };
  const p99AtStart = {
    empty: percentile(started.empty.accepted, 0.99),
    full: percentile(started.full.accepted, 0.99),
  };
  const p99 = { empty: percentile(sides.empty.accepted, 0.99), full: percentile(sides.full.accepted, 0.99) };
  const probe = { empty: percentile(sides.empty.probes, 0.5), full: percentile(sides.full.probes, 0.5) };
  const worst = { empty: Math.max(...sides.empty.probes), full: Math.max(...sides.full.probes) };
  const [name, one] = commands.toSorted(([, a], [, b]) => b.ms - a.ms)[0] ?? [];
  const slowest = { name, ms: one?.ms ?? Number.NaN };
  return [
    onBusyMachine(
      timed(
        '/readyz while leads come in, median',
        probe.full,
        READYZ_MS,
        `${ms(probe.empty)} with an empty one; slowest of ${sides.full.probes.length}: ${ms(worst.full)} and ${ms(worst.empty)}`,
      ),
    ),
    onBusyMachine(
      atMost(
        `${engine}: p99 of an accepted lead over that of an empty one`,
        p99.full / p99.empty,
        P99_RATIO,
        {
          note: `${spread(sides.full.accepted)} and ${spread(sides.empty.accepted)} (p50, p90, p99) at ${PER_SECOND} leads and one probe a second, ${sides.full.accepted.length} each`,
        },
      ),
    ),
    onBusyMachine(
      atMost(
        `${engine}: p99 of an accepted lead in the first ${FIRST_SECONDS} s after a start, over that of an empty one`,
        p99AtStart.full / p99AtStart.empty,
        P99_RATIO,
        {
          note: `${spread(started.full.accepted)} and ${spread(started.empty.accepted)} (p50, p90, p99); slowest: ${ms(Math.max(...started.full.accepted))} and ${ms(Math.max(...started.empty.accepted))}`,
        },
      ),
    ),
    timed(
      'first delivery',
      started.full.firstMs,
      FIRST_DELIVERY_MS,
      `${ms(started.empty.firstMs)} with an empty one`,
    ),
    timed('start', started.full.tookMs, START_MS, `${ms(started.empty.tookMs)} with an empty one`),
    ...desk,
    {
      ...timed(
        'slowest of the commands',
        slowest.ms,
        COMMAND_MS,
        commands.map(([name, { ms: took, peak }]) => `${name} ${ms(took)}, ${mib(peak)}`).join('; '),
      ),
      measured: `${slowest.name} ${ms(slowest.ms)}`,
    },
    timed('export of every lead', exported.ms, EXPORT_MS, `as JSON ${ms(exportedJson.ms)}`),
    atMost(
      `${engine}: memory of the export`,
      Math.max(exported.peak, exportedJson.peak) / MIB,
      EXPORT_BYTES / MIB,
      { unit: ' MiB', digits: 0 },
    ),
    timed(
      `release --held of ${dose.released.toLocaleString('en')}, beside the server`,
      released.ms,
      RELEASE_MS,
      `${mib(released.peak)}; a lead accepted meanwhile took ${ms(percentile(besideRelease, 0.99))} (p99 of ${besideRelease.length})`,
    ),
  ];
}

/** Has reminders of the newest leads due: what has to be looked at before they go is looked at right after the start. */
async function remind(db: Database, count: number, now: Instant): Promise<void> {
  const newest = Array.from({ length: REMINDERS }, (_, n) => `owner-reminder${count - 1 - n}`);
  await db
    .updateTable('messages')
    .set({ state: 'waiting', attempts: 0, sent_at: null, receipt: null, due_at: now })
    .where('id', 'in', newest)
    .execute();
}

/** Leads come from the moment on in which the server is open, as they do to a site that was updated. */
async function fromTheStart(side: Side) {
  const tookMs = await side.start();
  const [firstMs, { accepted }] = await Promise.all([
    side.firstDelivery(),
    side.load(PER_SECOND, FIRST_SECONDS),
  ]);
  return { tookMs, firstMs, accepted };
}

function quiet(): { accepted: number[]; probes: number[] } {
  return { accepted: [], probes: [] };
}

async function filled(side: Side, work: (db: Awaited<ReturnType<Side['open']>>) => Promise<void>) {
  const db = await side.open();
  try {
    await work(db);
    // As its autovacuum does in a while.
    if (db.engine.shared) await sql`analyze`.execute(db);
  } finally {
    await db.destroy();
  }
}

/** « 4.4 / 8.2 / 18 ms ». */
function spread(times: readonly number[]): string {
  return `${[0.5, 0.9, 0.99].map((of) => percentile(times, of).toFixed(1)).join(' / ')} ms`;
}

function ms(value: number): string {
  return value < 10_000 ? `${value.toFixed(value < 100 ? 1 : 0)} ms` : `${(value / 1000).toFixed(1)} s`;
}

function mib(bytes: number): string {
  return `${Math.round(bytes / MIB)} MiB`;
}

const SEARCHES = ['personne77@example.ch', 'Personne 4', 'personne 1099999', 'Zoé', '0a1b2c3d'];
const PAGES = ['/', '/contacts', '/appels', '/entonnoir', '/sante'];
const TIMES = 10;
const PAGE_EVERY_MS = 1_000;
const FIRST_PAGE_MS = 1_000;
const SEARCH_MS = 300;
const MORE_MIB = 20;

const searchFor = (text: string) => `/contacts?q=${encodeURIComponent(text)}`;

/**
 * The owner's desk over a full database: its first page, what she searches for, and visitors while she goes to
 * another page every second.
 * @param side with a full database and a running server
 */
async function deskRows(engine: string, side: Side, perSecond: number, seconds: number): Promise<Row[]> {
  const ask = await openDesk(side);
  const timed = async (path: string) => {
    const took: number[] = [];
    for (let time = 0; time < TIMES; time += 1) took.push(await ask(path));
    return took;
  };
  const first = await timed('/');
  const searches: [text: string, slowest: number][] = [];
  for (const text of SEARCHES) searches.push([text, Math.max(...(await timed(searchFor(text))))]);
  const slowest = Math.max(...searches.map(([, took]) => took));

  const alone: number[] = [];
  const beside: number[] = [];
  const paths = [...PAGES, ...SEARCHES.map(searchFor)];
  for (const path of paths) await ask(path);
  const before = await side.memory();
  let seen = 0;
  for (let round = 0; round < 2; round += 1) {
    alone.push(...(await side.load(perSecond, seconds)).accepted);
    let isLoading = true;
    const looking = (async () => {
      for (; isLoading; seen += 1) {
        const took = await ask(paths[seen % paths.length] ?? '/');
        await after(Math.max(0, PAGE_EVERY_MS - took));
      }
    })();
    beside.push(...(await side.load(perSecond, seconds)).accepted);
    isLoading = false;
    await looking;
  }
  const more = (await side.memory()) - before;
  const whole = (value: number) => `${value.toFixed(0)} ms`;
  const [p99, p99Alone] = [percentile(beside, 0.99), percentile(alone, 0.99)];
  return [
    atMost(`${engine}: first page of the desk, slowest of ${TIMES}`, Math.max(...first), FIRST_PAGE_MS, {
      unit: ' ms',
      digits: 0,
      note: `the first ${whole(first[0] ?? Number.NaN)}, median ${whole(percentile(first, 0.5))}`,
    }),
    atMost(
      `${engine}: search at the desk, slowest of ${SEARCHES.length} texts, ${TIMES} times each`,
      slowest,
      SEARCH_MS,
      {
        unit: ' ms',
        digits: 0,
        note: searches.map(([text, most]) => `« ${text} » ${whole(most)}`).join('; '),
      },
    ),
    onBusyMachine(
      atMost(
        `${engine}: p99 of an accepted lead beside the desk, over that without`,
        p99 / p99Alone,
        P99_RATIO,
        {
          note: `${p99.toFixed(1)} and ${p99Alone.toFixed(1)} ms, ${seen} pages of the desk, one a second`,
        },
      ),
    ),
    atMost(`${engine}: memory after those pages, above that before`, more / MIB, MORE_MIB, {
      unit: ' MiB',
      digits: 0,
      note: 'resident, after garbage was collected',
    }),
  ];
}

/** @returns what asks for a page of the desk, and tells how many milliseconds that took; throws when it is not answered 200 */
async function openDesk(side: Side): Promise<(path: string) => Promise<number>> {
  const db = await side.open();
  const key = await sharedSecret(db, 'desk').finally(() => db.destroy());
  const entered = await fetch(`${side.deskUrl()}/?key=${key.reveal()}`, { redirect: 'manual' });
  const cookie = entered.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  return async (path) => {
    const started = performance.now();
    const answer = await fetch(`${side.deskUrl()}${path}`, { headers: { cookie } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`The desk answered ${answer.status} for ${path}`);
    return performance.now() - started;
  };
}
