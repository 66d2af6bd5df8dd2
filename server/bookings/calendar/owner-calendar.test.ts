import { describe, expect, it } from 'vitest';
import type { CalendarReading } from './busy-intervals.ts';
import { ownerCalendar } from './owner-calendar.ts';
import { CalendarUnreadable } from './read-calendar.ts';

const MINUTE = 60_000;
const meeting = { start: 100 * MINUTE, end: 160 * MINUTE };
const read: CalendarReading = { busy: [meeting], timed: [meeting], wholeDays: [], odd: [], isInUse: true };

/** A calendar whose reading the test decides. */
function calendar(whenUnreadable: 'offer' | 'stop' = 'offer') {
  let now = 0;
  let words: readonly string[] = [];
  let readings = 0;
  let answer: () => Promise<CalendarReading> = async () => read;
  const lines: string[] = [];
  const log = {
    warn: (line: string) => void lines.push(line),
    info: (line: string) => void lines.push(line),
  };
  const times = ownerCalendar({
    read: () => {
      readings += 1;
      return answer();
    },
    free: async () => words,
    whenUnreadable,
    horizonDays: 30,
    now: () => now,
    log: log as never,
    refreshTimeoutMs: 20,
  });
  return {
    ask: (fresh = false) => times.between(0, 1000 * MINUTE, fresh),
    seen: () => times.seen?.(0, 1000 * MINUTE),
    free: (...chosen: string[]) => {
      words = chosen;
    },
    pass: (ms: number) => {
      now += ms;
    },
    answer: (next: typeof answer) => {
      answer = next;
    },
    readings: () => readings,
    lines,
  };
}

const unreadable = () => Promise.reject(new CalendarUnreadable('l’agenda répond 500'));
const hanging = () => new Promise<never>(() => {});

it('is read once for many, again after five minutes for a list, and after five seconds for a booking', async () => {
  const { ask, pass, readings } = calendar();
  const [answer] = await Promise.all([ask(), ask(), ask(true)]);
  expect([answer, readings()]).toEqual([[meeting], 1]);
  pass(4 * MINUTE);
  await ask();
  expect(readings()).toBe(1);
  await ask(true);
  expect(readings()).toBe(2);
  await ask(true);
  expect(readings()).toBe(2);
  pass(6 * MINUTE);
  await ask();
  expect(readings()).toBe(3);
});

it('does not keep a list waiting while it is read again, nor a booking for long', async () => {
  const { ask, pass, answer } = calendar();
  await ask();
  answer(hanging);
  pass(6 * MINUTE);
  expect(await ask()).toEqual([meeting]);
  expect(await ask(true)).toEqual([meeting]);
});

it('leaves whole days free whose title has the words that the owner chose, at once, and shows them', async () => {
  const { ask, answer, free, seen } = calendar();
  const birthday = { start: 200 * MINUTE, end: 300 * MINUTE, title: 'ANNIVERSAIRE  de Zoé' };
  const holiday = { start: 150 * MINUTE, end: 250 * MINUTE, title: 'Vacances' };
  answer(async () => ({ ...read, wholeDays: [holiday, birthday] }));
  expect(await ask()).toEqual([{ start: 100 * MINUTE, end: 300 * MINUTE }]);
  free('anniversaire', 'Fête');
  expect(await ask()).toEqual([{ start: 100 * MINUTE, end: 250 * MINUTE }]);
  expect(await seen()).toMatchObject({
    problem: undefined,
    wholeDays: [
      { title: 'Vacances', freedBy: undefined },
      { title: 'ANNIVERSAIRE  de Zoé', freedBy: 'anniversaire' },
    ],
  });
});

it('tells the owner what is wrong with it, whether calls are offered meanwhile or not', async () => {
  const { seen, answer, pass } = calendar();
  answer(unreadable);
  expect((await seen())?.problem).toBe('l’agenda répond 500');
  answer(async () => ({ ...read, isInUse: false, odd: ['Étrange'] }));
  pass(31_000);
  expect(await seen()).toMatchObject({ problem: expect.stringContaining('Vérifiez'), odd: ['Étrange'] });
});

it('says once that it has no entry within a year', async () => {
  const { ask, pass, answer, lines } = calendar();
  answer(async () => ({ ...read, busy: [], timed: [], isInUse: false }));
  for (const fresh of [true, true, true]) {
    await ask(fresh);
    pass(6 * MINUTE);
  }
  expect(lines).toEqual([expect.stringContaining('aucune entrée à moins d’un an')]);
});

describe('when it cannot be read', () => {
  it('says so once, does not ask again at once, and says when it can be read again', async () => {
    const { ask, pass, answer, readings, lines } = calendar();
    answer(unreadable);
    for (const fresh of [false, true, true]) expect(await ask(fresh)).toEqual([]);
    expect(readings()).toBe(1);
    expect(lines).toEqual([expect.stringContaining('OWNER_CALENDAR_URL : l’agenda répond 500')]);
    pass(31_000);
    answer(async () => read);
    expect(await ask(true)).toEqual([meeting]);
    expect(lines.at(-1)).toContain('de nouveau lisible');
  });

  it('goes on with what was last read, or offers nothing once that is an hour old: as it is set', async () => {
    for (const mode of ['offer', 'stop'] as const) {
      const { ask, pass, answer } = calendar(mode);
      await ask();
      answer(unreadable);
      pass(59 * MINUTE);
      expect(await ask(true)).toEqual([meeting]);
      pass(2 * MINUTE);
      expect(await ask(true)).toEqual(mode === 'offer' ? [meeting] : undefined);
    }
  });
});
