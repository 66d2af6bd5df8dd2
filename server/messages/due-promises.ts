import { office } from '#content/office.ts';
import { promises } from '#content/promises/promises.ts';
import { deadlineOf, madeAt, type Promised } from '#domain/promise.ts';
import { type LeadEvent, withoutReplacedMarks } from './events.ts';

export interface Owed {
  readonly promised: Promised;
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly until: number;
}

type StoryEvent = Pick<LeadEvent, 'kind' | 'at'> & Partial<Pick<LeadEvent, 'detail'>>;

/** The promises that are open after these events, the most urgent first: made by one event, kept by none since. */
export function owedAfter(story: readonly StoryEvent[]): Owed[] {
  const events = withoutReplacedMarks(story);
  const owed = Object.values<Promised>(promises).flatMap((promised) => {
    const since = madeAt(promised, events);
    if (since === undefined) return [];
    if (promised.within === 'call') return callsOwed(promised, events);
    if (events.some(({ kind, at }) => promised.keptBy.includes(kind) && at >= since)) return [];
    return [{ promised, since, until: deadlineOf(promised, since, office) }];
  });
  return owed.sort((a, b) => a.until - b.until);
}

export interface BookedCall {
  /** Id of its booking. */
  readonly booking: string;
  /** When it begins, in milliseconds since the epoch. */
  readonly start: number;
  /** E.164. */
  readonly phone: string;
  /** When the last of its events happened. */
  readonly since: number;
}

/** The calls that stand booked after these events, by the last event about each. */
export function callsAfter(events: readonly StoryEvent[]): BookedCall[] {
  const calls = Map.groupBy(
    events.filter(({ kind }) => CALL_EVENTS.includes(kind)),
    ({ detail }) => detail?.booking,
  );
  return [...calls.values()].flatMap((call) => {
    const { kind, at, detail } = call.at(-1) as StoryEvent;
    const { booking, start, phone } = detail ?? {};
    return kind === 'call-cancelled' || typeof start !== 'number'
      ? []
      : [{ booking: String(booking), start, phone: String(phone ?? ''), since: at }];
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
