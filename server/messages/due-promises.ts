import { office } from '#content/office.ts';
import { promises } from '#content/promises.ts';
import { deadlineOf, type Promised } from '#domain/promise.ts';
import { type LeadEvent, standing } from './events.ts';

export interface Owed {
  readonly promised: Promised;
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly until: number;
}

/** What is owed after these events, the most urgent first: each promise whose event came and that none has kept since. */
export function owedAfter(story: readonly Pick<LeadEvent, 'kind' | 'at'>[]): Owed[] {
  const events = standing(story);
  const owed = Object.values<Promised>(promises).flatMap((promised) => {
    const begun = events.find(({ kind }) => kind === promised.from);
    if (begun === undefined) return [];
    if (events.some(({ kind, at }) => promised.keptBy.includes(kind) && at >= begun.at)) return [];
    return [{ promised, since: begun.at, until: deadlineOf(promised, begun.at, office) }];
  });
  return owed.sort((a, b) => a.until - b.until);
}
