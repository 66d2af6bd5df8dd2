import { office } from '#content/office.ts';
import { type PromiseId, promises } from '#content/promises/promises.ts';
import type { Instant } from '#domain/instant.ts';
import { deadlineOf, madeBy, type Promised } from '#domain/promise.ts';
import { owedUntil } from '../../messages/promised-by.ts';
import { type LeadEvent, withoutReplacedMarks } from '../../store/leads/events.ts';

export interface Owed {
  readonly promised: Promised;
  readonly since: Instant;
  readonly until: Instant;
}

/** Whether its time is over; of a call whose hour has come it is not known whether it took place. */
export function isLate({ promised, until }: Owed, now: Instant): boolean {
  return until < now && promised.within !== 'call';
}

type StoryEvent = Pick<LeadEvent, 'kind' | 'at'> & Partial<Pick<LeadEvent, 'detail'>>;

/** The promises that are open after these events, the most urgent first: made by one event, kept by none since. */
export function owedAfter(story: readonly StoryEvent[]): Owed[] {
  const events = withoutReplacedMarks(story);
  const all = Object.entries(promises) as [PromiseId, Promised][];
  const owed = all.flatMap(([id, promised]) => {
    const maker = madeBy(promised, events);
    if (maker === undefined) return [];
    if (promised.within === 'call') return callsOwed(promised, events);
    const since = maker.at;
    // Whoever has a call booked has the answer.
    if (promised === promises.answer && callsAfter(events).length > 0) return [];
    if (events.some(({ kind, at }) => promised.keptBy.includes(kind) && at >= since)) return [];
    return [{ promised, since, until: owedUntil(id, maker) }];
  });
  // Whoever answers calls back with it.
  const answers = owed.some(({ promised }) => promised === promises.answer);
  const open = answers ? owed.filter(({ promised }) => promised !== promises.callback) : owed;
  return open.sort((a, b) => a.until - b.until);
}

export interface BookedCall {
  /** Id of its booking. */
  readonly booking: string;
  /** When it begins. */
  readonly start: Instant;
  /** E.164. */
  readonly phone: string;
  /** When the last of its events happened. */
  readonly since: Instant;
}

/** A call that was booked, whether or not it still is. */
export interface ToldCall extends BookedCall {
  readonly cancelled: boolean;
  /** When it was to begin before it was moved last. */
  readonly movedFrom?: Instant;
}

/** The calls that stand booked after these events, by the last event about each. */
export function callsAfter(events: readonly StoryEvent[]): BookedCall[] {
  return callsToldOf(events).filter(({ cancelled }) => !cancelled);
}

/** Every call that these events tell of, those that were cancelled too. */
export function callsToldOf(events: readonly StoryEvent[]): ToldCall[] {
  const calls = Map.groupBy(
    events.filter(({ kind }) => CALL_EVENTS.includes(kind)),
    ({ detail }) => detail?.booking,
  );
  return [...calls.values()].flatMap((call) => {
    const { kind, at, detail } = call.at(-1) as StoryEvent;
    const { booking, start, phone } = detail ?? {};
    if (typeof start !== 'number') return [];
    const moved = call.findLastIndex((event) => event.kind === 'call-moved');
    const movedFrom = call[moved - 1]?.detail?.start;
    return [
      {
        ...{ booking: String(booking), start, phone: String(phone ?? ''), since: at },
        cancelled: kind === 'call-cancelled',
        ...(typeof movedFrom === 'number' && { movedFrom }),
      },
    ];
  });
}

/** The promise to call, for each booked call; only an event after the call's start can keep it. */
function callsOwed(promised: Promised, events: readonly StoryEvent[]): Owed[] {
  return callsAfter(events).flatMap(({ start, since }) => {
    const kept = events.some(
      ({ kind, at }) =>
        promised.keptBy.includes(kind) &&
        (kind === 'erasure-requested' || (at >= start && !CALL_EVENTS.includes(kind))),
    );
    return kept ? [] : [{ promised, since, until: deadlineOf(promised, start, office) }];
  });
}

const CALL_EVENTS: readonly LeadEvent['kind'][] = [
  'call-booked',
  'call-moved',
  'call-corrected',
  'call-cancelled',
];
