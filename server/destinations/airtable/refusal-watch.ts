import type { Clock } from '../../system/clock.ts';
import type { Rejection, Standing } from '../destination.ts';
import { concernsEveryLead } from './errors.ts';

/** Nothing is gained by asking a provider that refuses everything more often, over all servers. */
export const PROBE_MS = 60_000;
/** So many different leads refused one by one for the same reason, and none taken in between: it is not the leads. */
const ENOUGH_LEADS = 3;

/** Tells a provider that refuses every lead (a revoked token, a full base, a spent quota) from one that refuses a lead. */
export interface RefusalWatch {
  standing(): Standing;
  /** Since when every lead is refused, in milliseconds since the epoch; undefined while some are taken. */
  refusingSince(): number | undefined;
  /** Milliseconds since the epoch: no request before; in the past when there may be one. */
  heldUntil(): number;
  /** To be told before each request. */
  sending(): void;
  /** Another server asks in this minute: no request before then, in milliseconds since the epoch. */
  holdUntil(at: number): void;
  stored(): void;
  /** @returns whether the same must be expected for every other lead with this strategy */
  rejected(strategy: number, rejection: Rejection, leadIds: readonly string[]): boolean;
  /** The provider will take nothing for a long while, whatever the strategy. */
  exhausted(): void;
}

/** @param strategies those that the settings allow: only a refusal of all of them is a refusal of everything */
export function watchRefusals(clock: Clock, strategies: readonly number[]): RefusalWatch {
  const refused = new Set<number>();
  let since: number | undefined;
  let heldUntil = 0;
  let reason = '';
  const alone = new Set<string>();

  const hold = () => {
    since ??= clock.now();
    heldUntil = clock.now() + PROBE_MS;
  };

  /** The documentation does not say in which words a full base refuses: only the leads tell. */
  function concernsAll(rejection: Rejection, [first, ...others]: readonly string[]): boolean {
    if (concernsEveryLead(rejection)) return true;
    if (first === undefined || others.length > 0) return false;
    const words = `${rejection.status} ${rejection.type}`;
    if (words !== reason) alone.clear();
    reason = words;
    alone.add(first);
    return alone.size >= ENOUGH_LEADS;
  }

  return {
    standing: () => (since !== undefined ? 'refusing' : refused.size > 0 ? 'doubtful' : 'taking'),
    refusingSince: () => since,
    heldUntil: () => heldUntil,
    sending() {
      if (since !== undefined) heldUntil = clock.now() + PROBE_MS;
    },
    holdUntil(at) {
      heldUntil = Math.max(heldUntil, at);
    },
    stored() {
      refused.clear();
      alone.clear();
      since = undefined;
      heldUntil = 0;
    },
    rejected(strategy, rejection, leadIds) {
      const all = concernsAll(rejection, leadIds);
      if (all) refused.add(strategy);
      if (strategies.every((index) => refused.has(index))) hold();
      return all;
    },
    exhausted: hold,
  };
}
