import type { Instant } from '#domain/instant.ts';
import type { Clock } from '../system/clock.ts';
import type { Acceptance, Rejection } from './destination.ts';

/** Nothing is gained by asking a provider that refuses everything more often. */
const PROBE_MS = 60_000;
/** So many different leads refused one by one for the same reason, and none accepted in between: it is not the leads. */
const ENOUGH_LEADS = 3;

/** Tells a provider that refuses every lead (revoked token, full base, spent quota) from one that refuses a single lead. */
export interface RefusalWatch {
  acceptance(): Acceptance;
  /** Since when every lead is refused; undefined while some are taken. */
  refusingSince(): Instant | undefined;
  /** No request before then; in the past when one may be sent. */
  pausedUntil(): Instant;
  /** To be called before each request: while all is refused, each puts the next pass off by a minute. */
  sending(): void;
  stored(): void;
  /** @returns whether the same must be expected for every other lead with this strategy */
  rejected(strategy: number, rejection: Rejection, leadIds: readonly string[]): boolean;
  /** The provider accepts nothing for a long while, whatever the strategy. */
  exhausted(): void;
}

/**
 * @param strategies those that the settings allow: only a refusal of all of them is a refusal of everything
 * @param concernsEveryLead whether the provider's words alone say that they hold for every lead
 */
export function watchRefusals(
  clock: Clock,
  strategies: readonly number[],
  concernsEveryLead: (rejection: Rejection) => boolean,
): RefusalWatch {
  const refused = new Set<number>();
  let since: Instant | undefined;
  let pausedUntil = 0;
  let reason = '';
  const refusedAlone = new Set<string>();

  const pause = () => {
    since ??= clock.now();
    pausedUntil = Math.max(pausedUntil, clock.now() + PROBE_MS);
  };

  /** The documentation does not say with which error a full base refuses: several leads in a row refused alike tell. */
  function concernsAll(rejection: Rejection, [first, ...others]: readonly string[]): boolean {
    if (concernsEveryLead(rejection)) return true;
    if (first === undefined || others.length > 0) return false;
    const words = `${rejection.status} ${rejection.type}`;
    if (words !== reason) refusedAlone.clear();
    reason = words;
    refusedAlone.add(first);
    return refusedAlone.size >= ENOUGH_LEADS;
  }

  return {
    acceptance: () => (since !== undefined ? 'refusing' : refused.size > 0 ? 'doubtful' : 'accepting'),
    refusingSince: () => since,
    pausedUntil: () => pausedUntil,
    sending() {
      if (since !== undefined) pausedUntil = Math.max(pausedUntil, clock.now()) + PROBE_MS;
    },
    stored() {
      refused.clear();
      refusedAlone.clear();
      since = undefined;
      pausedUntil = 0;
    },
    rejected(strategy, rejection, leadIds) {
      const all = concernsAll(rejection, leadIds);
      if (all) refused.add(strategy);
      if (strategies.every((index) => refused.has(index))) pause();
      return all;
    },
    exhausted: pause,
  };
}
