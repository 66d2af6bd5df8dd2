import { describe, expect, test } from 'vitest';
import type { Lead } from '#domain/lead.ts';
import type { Destination, Group, Outcome } from '#server/destinations/destination.ts';
import { someLead, someLeads } from '../fakes/leads.ts';

/** A destination and the hands to make its provider misbehave; closed by whoever made it. */
export interface Subject {
  readonly destination: Destination;
  /** How often each lead stands at the provider, in the order of the leads. */
  standing(leads: readonly Lead[]): number[];
  /** The next request is stored, and its answer is lost. */
  loseNextAnswer(): void;
  /** The next request is answered with 'too many'. */
  refuseNextAsTooMany(): void;
  /** The provider wants nothing of this lead, by any strategy. */
  refuse(lead: Lead): void;
  now(): number;
}

/** What the outbox relies on, whatever stands behind. */
export function destinationContract(name: string, fresh: () => Promise<Subject>): void {
  describe(name, () => {
    const deliver = async (
      { destination }: Subject,
      group: Pick<Group, 'leads'> & Partial<Group>,
    ): Promise<(Outcome | undefined)[]> => {
      const outcomes = await destination.deliver(
        { strategy: destination.strategies[0] ?? 0, ...group },
        { signal: new AbortController().signal, until: Number.POSITIVE_INFINITY },
      );
      expect([...outcomes.keys()].toSorted()).toEqual(group.leads.map(({ id }) => id).toSorted());
      return group.leads.map(({ id }) => outcomes.get(id));
    };

    const find = async ({ destination }: Subject, group: Pick<Group, 'leads'> & Partial<Group>) => {
      const looked = await destination.find(
        { strategy: destination.strategies[0] ?? 0, ...group },
        { signal: new AbortController().signal, until: Number.POSITIVE_INFINITY },
      );
      return group.leads.map(({ id }) => looked.get(id));
    };

    test('ten leads arrive, once each', async () => {
      const subject = await fresh();
      const leads = someLeads(10);
      for (const outcome of await deliver(subject, { leads })) expect(outcome?.kind).toBe('delivered');
      expect(subject.standing(leads)).toEqual(Array(10).fill(1));
    });

    test('there is a strategy, and every one of them delivers', async () => {
      const subject = await fresh();
      const { strategies } = subject.destination;
      expect(strategies.length).toBeGreaterThan(0);
      expect(strategies).toEqual([...new Set(strategies)].toSorted());
      for (const strategy of strategies)
        expect(await deliver(subject, { leads: [someLead()], strategy })).toMatchObject([
          { kind: 'delivered' },
        ]);
    });

    test('a lost answer is an unknown outcome, and every strategy finds what it has left', async () => {
      const subject = await fresh();
      for (const strategy of subject.destination.strategies) {
        const leads = someLeads(3);
        subject.loseNextAnswer();
        for (const outcome of await deliver(subject, { leads, strategy }))
          expect(outcome).toMatchObject({ kind: 'transient', unknown: true });
        for (const looking of subject.destination.strategies)
          for (const looked of await find(subject, { leads, strategy: looking }))
            expect(looked).toMatchObject({ kind: 'searched', candidates: [{ exact: true }] });
      }
    });

    test('what is not there is not found', async () => {
      const subject = await fresh();
      const [there, ...others] = someLeads(3);
      await deliver(subject, { leads: there === undefined ? [] : [there] });
      for (const looked of await find(subject, { leads: others }))
        expect(looked).toEqual({ kind: 'searched', candidates: [] });
    });

    test('each lead has a record of its own, however much it shares with another; its words tell them apart', async () => {
      const subject = await fresh();
      const first = someLead();
      const second = { ...first, id: crypto.randomUUID(), name: 'Zoé Meier' };
      const ids: string[] = [];
      for (const lead of [first, second])
        for (const outcome of await deliver(subject, { leads: [lead] }))
          if (outcome?.kind === 'delivered') ids.push(outcome.remoteId);
      expect(new Set(ids).size).toBe(2);
      const looked = await find(subject, { leads: [first, second] });
      const own = looked.map(
        (one) => one?.kind === 'searched' && one.candidates.filter(({ exact }) => exact),
      );
      expect(own).toMatchObject([[{ id: ids[0] }], [{ id: ids[1] }]]);
    });

    test('one lead that is refused holds no other back', async () => {
      const subject = await fresh();
      const [bad, ...others] = [someLead({ name: 'unwanted' }), ...someLeads(6)];
      subject.refuse(bad);
      const [first, ...rest] = await deliver(subject, { leads: [bad, ...others] });
      expect(first).toMatchObject({ kind: 'rejected', rejection: { status: expect.any(Number) } });
      for (const outcome of rest) expect(outcome?.kind).toBe('delivered');
      expect(subject.standing([bad, ...others])).toEqual([0, 1, 1, 1, 1, 1, 1]);
    });

    test('told that it is too fast, it asks for a pause and has stored nothing', async () => {
      const subject = await fresh();
      const leads = someLeads(2);
      subject.refuseNextAsTooMany();
      for (const outcome of await deliver(subject, { leads }))
        expect(outcome).toMatchObject({ kind: 'transient', unknown: false });
      expect(subject.destination.pausedUntil()).toBeGreaterThanOrEqual(subject.now() + 30_000);
      expect(subject.standing(leads)).toEqual([0, 0]);
    });
  });
}
