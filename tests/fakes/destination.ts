import type {
  Candidate,
  Destination,
  Group,
  Limits,
  Outcome,
  SearchResult,
} from '#server/destinations/destination.ts';

type Answer = (group: Group, limits: Limits) => Outcome | Promise<Outcome>;
type Finding = (group: Group) => SearchResult;

export interface FakeDestination extends Destination {
  /** Every group that was given to be created, in order. */
  readonly groups: readonly Group[];
  /** Every group that was searched for, in order. */
  readonly sought: readonly Group[];
  /** Creations and searches, in order. */
  readonly acts: readonly string[];
  /** The outcomes of the next creations, one after the other; once used up, groups are delivered. */
  readonly answers: Answer[];
  /** The results of the next searches; once used up, nothing is found. */
  readonly findings: Finding[];
  pause(until: number): void;
}

export const found = (...candidates: Candidate[]): SearchResult => ({ kind: 'searched', candidates });

/**
 * A destination in memory whose outcomes the test decides.
 * @param leaves whether each request leaves at once, as without a limit of the provider's
 */
export function fakeDestination(strategies: readonly number[] = [1, 3], leaves = true): FakeDestination {
  const groups: Group[] = [];
  const sought: Group[] = [];
  const acts: string[] = [];
  const answers: Answer[] = [];
  const findings: Finding[] = [];
  let pausedUntil = 0;
  let records = 0;
  return {
    strategies,
    refusedMessage: 'refused by all',
    groups,
    sought,
    acts,
    answers,
    findings,
    pause: (until) => {
      pausedUntil = until;
    },
    pausedUntil: () => pausedUntil,
    placeOf: () => 'base/table',
    acceptance: () => 'accepting',
    refusingSince: () => undefined,
    leavesFieldsOut: (strategy) => strategy === 3,
    async deliver(group, limits) {
      groups.push(group);
      acts.push(`create ${group.strategy}`);
      if (leaves) limits.leaving?.();
      const outcome = await answers.shift()?.(group, limits);
      return new Map(
        group.leads.map(({ id }) => {
          records += 1;
          return [id, outcome ?? { kind: 'delivered', remoteId: `rec${records}` }];
        }),
      );
    },
    async find(group) {
      sought.push(group);
      acts.push(`find ${group.strategy}`);
      const looked = findings.shift()?.(group) ?? found();
      return new Map(group.leads.map(({ id }) => [id, looked]));
    },
  };
}
