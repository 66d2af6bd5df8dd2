// npm run bench:slots: a thousand visitors read the free times while fifty book, with a year of bookings and with none.
import { mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { bookingStore } from '#server/store/bookings/booking-store.ts';
import { migrate } from '#server/store/migrations/migrate.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { atMost, type Row, report } from '../report.ts';
import { percentile } from '../statistics.ts';
import { startServer } from '../support/server-process.ts';
import { folderWithSite } from '../support/working-folder.ts';

const quick = process.argv.includes('--quick');
const dose = quick
  ? { visitors: 200, bookings: 10, seconds: 4 }
  : { visitors: 1_000, bookings: 50, seconds: 10 };

const P99_MS = 50;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const A_DAY = 16;

interface Measured {
  readonly reads: number[];
  readonly booked: number;
  readonly taken: number;
  readonly first: number;
  readonly bookings: number;
}

const folder = await folderWithSite();

/** A year of calls, as many a day as can be booked; of the coming month every other one. @returns how many */
async function fillYear(dataDir: string): Promise<number> {
  mkdirSync(dataDir, { recursive: true });
  const db = openSqlite(join(dataDir, 'leads.sqlite'));
  await migrate(db);
  const store = bookingStore(db);
  const today = Math.floor(Date.now() / DAY) * DAY;
  let count = 0;
  for (let day = today - 365 * DAY; day < today + 30 * DAY; day += DAY) {
    for (let slot = 0; slot < A_DAY; slot += 1) {
      if (day >= today && slot % 2 === 1) continue;
      // Between 8:00 and 16:00 in UTC, every half hour.
      const start = day + (8 * 60 + slot * 30) * MINUTE;
      const id = crypto.randomUUID();
      const time = { start, end: start + 15 * MINUTE, coversUntil: start + 30 * MINUTE };
      const person = { leadId: null, name: `Personne ${count}`, email: `p${count}@example.ch` };
      const phone = '+41215550148';
      await store.insert({ id, token: id, uid: id, ...person, phone, timeZone: null, time }, day);
      count += 1;
    }
  }
  await db.destroy();
  return count;
}

async function measure(name: string, filled: boolean): Promise<Measured> {
  const bookings = filled ? await fillYear(join(folder, name)) : 0;
  const server = await startServer(folder, name);
  const reads: number[] = [];
  const read = async (weeks: number): Promise<string[]> => {
    const from = new Date(Date.now() + weeks * 7 * DAY).toISOString().slice(0, 10);
    const started = performance.now();
    const response = await fetch(`${server.url}/api/slots?from=${from}&days=7`);
    const { slots } = (await response.json()) as { slots: string[] };
    if (response.status !== 200) throw new Error(`The free times were answered ${response.status}`);
    reads.push(performance.now() - started);
    return slots;
  };
  await read(0);
  const first = reads.splice(0)[0] ?? Number.NaN;

  let [booked, taken] = [0, 0];
  const span = dose.seconds * 1_000;
  const visitor = async (index: number) => {
    await after((index * span) / dose.visitors);
    await read(0);
    // Then next week, as somebody does who turns the page.
    await after(1_000);
    await read(1);
  };
  const booker = async (index: number) => {
    await after((index * span) / dose.bookings);
    const slots = [...(await read(1)), ...(await read(2))];
    const body = JSON.stringify({
      ...{ id: crypto.randomUUID(), start: slots[index % slots.length], name: `Visiteur ${index}` },
      ...{ email: `v${index}@example.ch`, phone: '+41215550148', timeZone: 'Europe/Zurich' },
    });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${server.url}/api/bookings`, { method: 'POST', headers, body });
    await response.arrayBuffer();
    if (response.status === 201) booked += 1;
    else if (response.status === 409) taken += 1;
    else throw new Error(`A booking was answered ${response.status}`);
  };
  await Promise.all([
    ...Array.from({ length: dose.visitors }, (_, index) => visitor(index)),
    ...Array.from({ length: dose.bookings }, (_, index) => booker(index)),
  ]);
  await server.stop();
  return { reads, booked, taken, first, bookings };
}

const load = loadavg()[0] ?? 0;
const empty = await measure('empty', false);
const full = await measure('full', true);

const IN_MS = { unit: ' ms', digits: 1 } as const;
const ms = (value: number) => `${value.toFixed(1)} ms`;
const p99 = (one: Measured) => percentile(one.reads, 0.99);
const rows: Row[] = [
  atMost('GET /api/slots with a year of bookings, p99', p99(full), P99_MS, {
    ...IN_MS,
    note: `${full.reads.length} reads, median ${ms(percentile(full.reads, 0.5))}; ${full.bookings} bookings before, ${full.booked} made meanwhile, ${full.taken} found their time taken`,
  }),
  atMost('GET /api/slots with no booking before, p99', p99(empty), P99_MS, {
    ...IN_MS,
    note: `${empty.reads.length} reads, median ${ms(percentile(empty.reads, 0.5))}; ${empty.booked} made meanwhile`,
  }),
  {
    figure: 'the very first list after the start',
    measured: ms(full.first),
    note: `${ms(empty.first)} with no booking; the connection of the reader is part of it`,
  },
];
report({
  name: 'slots',
  title: `Free times: ${dose.visitors.toLocaleString('en')} visitors read them while ${dose.bookings} book`,
  how:
    `The real server on its embedded database; over ${dose.seconds} s each visitor reads this week, then the next, and ${dose.bookings} more read two weeks and book. ` +
    `Server and visitors share one machine${load > 1 ? `, which others kept busy (load ${load.toFixed(0)} when it began)` : ''}.`,
  rows,
});
