import { setTimeout as after } from 'node:timers/promises';
import { sharedSecret } from '#server/store/shared-secret.ts';
import { atMost, type Row } from '../report.ts';
import { percentile } from '../statistics.ts';
import { onBusyMachine } from '../support/machine.ts';
import type { Side } from './side.ts';

const SEARCHES = ['personne77@example.ch', 'Personne 4', 'personne 1099999', 'Zoé', '0a1b2c3d'];
const PAGES = ['/', '/contacts', '/appels', '/entonnoir', '/sante'];
const TIMES = 10;
const PAGE_EVERY_MS = 1_000;
const FIRST_PAGE_MS = 1_000;
const SEARCH_MS = 300;
const P99_RATIO = 1.5;
const MIB = 2 ** 20;
const MORE_MIB = 20;

const searchFor = (text: string) => `/contacts?q=${encodeURIComponent(text)}`;

/**
 * The owner's desk over a full database: its first page, what she searches for, and visitors while she goes to
 * another page every second.
 * @param side with a full database and a running server
 */
export async function deskRows(
  engine: string,
  side: Side,
  perSecond: number,
  seconds: number,
): Promise<Row[]> {
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
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  const [p99, p99Alone] = [percentile(beside, 0.99), percentile(alone, 0.99)];
  return [
    atMost(`${engine}: first page of the desk, slowest of ${TIMES}`, Math.max(...first), FIRST_PAGE_MS, {
      unit: ' ms',
      digits: 0,
      note: `the first ${ms(first[0] ?? Number.NaN)}, median ${ms(percentile(first, 0.5))}`,
    }),
    atMost(
      `${engine}: search at the desk, slowest of ${SEARCHES.length} texts, ${TIMES} times each`,
      slowest,
      SEARCH_MS,
      {
        unit: ' ms',
        digits: 0,
        note: searches.map(([text, most]) => `« ${text} » ${ms(most)}`).join('; '),
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
