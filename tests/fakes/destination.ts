import type { Destination, Group, Limits, Outcome } from '#server/destinations/destination.ts';

type Answer = (group: Group, limits: Limits) => Outcome | Promise<Outcome>;

export interface FakeDestination extends Destination {
  /** Every group that came, in order. */
  readonly groups: readonly Group[];
  /** What the next groups meet, one after the other; without one left, they are delivered. */
  readonly answers: Answer[];
  pause(until: number): void;
}

/** A destination in memory that does as it is told. */
export function fakeDestination(strategies: readonly number[] = [1, 3]): FakeDestination {
  const groups: Group[] = [];
  const answers: Answer[] = [];
  let pausedUntil = 0;
  return {
    name: 'airtable',
    strategies,
    refusedMessage: 'refused by all',
    groups,
    answers,
    pause: (until) => {
      pausedUntil = until;
    },
    pausedUntil: () => pausedUntil,
    standing: () => 'taking',
    refusingSince: () => undefined,
    reserve: async () => ({ at: 0, gone: Promise.resolve() }),
    async deliver(group, limits) {
      groups.push(group);
      const answer = answers.shift() ?? (() => ({ kind: 'delivered', remoteId: 'rec1' }) as const);
      const outcome = await answer(group, limits);
      return new Map(group.leads.map(({ id }) => [id, outcome]));
    },
  };
}
