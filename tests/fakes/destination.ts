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
  /** Every group that was to be created, in order. */
  readonly groups: readonly Group[];
  /** Every group that was looked for, in order. */
  readonly sought: readonly Group[];
  /** Creations and searches in the order in which they came. */
  readonly acts: readonly string[];
  /** What the next groups meet, one after the other; without one left, they are delivered. */
  readonly answers: Answer[];
  /** What the next searches meet; without one left, nothing is found. */
  readonly findings: Finding[];
  pause(until: number): void;
}

export const found = (...candidates: Candidate[]): SearchResult => ({ kind: 'searched', candidates });

/** A destination in memory that does as it is told. */
export function fakeDestination(strategies: readonly number[] = [1, 3]): FakeDestination {
  const groups: Group[] = [];
  const sought: Group[] = [];
  const acts: string[] = [];
  const answers: Answer[] = [];
  const findings: Finding[] = [];
  let pausedUntil = 0;
  let records = 0;
  return {
    name: 'airtable',
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
    acceptance: () => 'accepting',
    refusingSince: () => undefined,
    reserve: async () => ({ at: 0, gone: Promise.resolve() }),
    async deliver(group, limits) {
      groups.push(group);
      acts.push(`create ${group.strategy}`);
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
