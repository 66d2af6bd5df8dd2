import { office } from '#content/office.ts';
import { promises } from '#content/promises/promises.ts';
import { deadlineOf, type Promised } from '#domain/promise.ts';
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
    const begun = events.find(({ kind }) => kind === promised.from);
    if (begun === undefined) return [];
    if (promised.within === 'call') return callsOwed(promised, events);
    if (events.some(({ kind, at }) => promised.keptBy.includes(kind) && at >= begun.at)) return [];
    return [{ promised, since: begun.at, until: deadlineOf(promised, begun.at, office) }];
  });
  return owed.sort((a, b) => a.until - b.until);
}

/** The promise to call, for each booked call. */
function callsOwed(promised: Promised, events: readonly StoryEvent[]): Owed[] {
  const calls = Map.groupBy(
    events.filter(({ kind }) => CALL_EVENTS.includes(kind)),
    ({ detail }) => detail?.booking,
  );
  return [...calls.values()].flatMap((call) => callOwed(promised, call.at(-1), events));
}

/** The promise of one call, by the last event about it; only an event after the call's start can keep it. */
function callOwed(promised: Promised, last: StoryEvent | undefined, events: readonly StoryEvent[]): Owed[] {
  const start = last?.detail?.start;
  if (last === undefined || last.kind === 'call-cancelled' || typeof start !== 'number') return [];
  const kept = events.some(
    ({ kind, at }) =>
      promised.keptBy.includes(kind) &&
      (kind === 'erasure-requested' || (at >= start && !CALL_EVENTS.includes(kind))),
  );
  return kept ? [] : [{ promised, since: last.at, until: deadlineOf(promised, start, office) }];
}

const CALL_EVENTS: readonly LeadEvent['kind'][] = ['call-booked', 'call-moved', 'call-cancelled'];
