import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Lead } from '#domain/lead.ts';
import { operatorWriter } from '#server/leads/operator/operator-writer.ts';
import { markRestored } from '#server/outbox/after-restore.ts';
import { recordAttempt } from '#server/outbox/attempt.ts';
import { claim, OUTBOX } from '#server/outbox/outbox-queue.ts';
import { sameEmailAhead } from '#server/outbox/same-email.ts';
import { returnLeases } from '#server/queue/leases.ts';
import { found } from '../fakes/destination.ts';
import { someLead } from '../fakes/leads.ts';
import { sameEmailBench, twins } from '../fakes/same-email-bench.ts';
import { soon, transient, type WorkerBench } from '../fakes/worker-bench.ts';

const ROUNDS = 20;

/** What becomes of leads that share an e-mail, whatever the database under it. */
export function twinsContract(name: string, workerBench: WorkerBench): void {
  const open = () => sameEmailBench(workerBench);

  describe(`${name}: leads of one e-mail`, () => {
    test('never share a request, go out in their order, and each has a record of its own', async () => {
      const { insertInOrder, take, clock, destination, rows } = await open();
      const leads = twins(3);
      await insertInOrder([...leads, someLead()]);
      for (let round = 0; round < 3; round += 1) {
        await take('worker');
        clock.advance(2_000);
      }
      expect(destination.groups.map((group) => group.leads.map(({ id }) => id).slice(0, 1))).toEqual(
        leads.map(({ id }) => [id]),
      );
      expect(destination.groups.map((group) => group.leads.length)).toEqual([2, 1, 1]);
      const all = await rows();
      expect(new Set(all.map(({ remote_id }) => remote_id)).size).toBe(4);
      expect(all).toMatchObject(Array(4).fill({ state: 'delivered', attempts: 1 }));
    });

    test('are never both under way, whichever is claimed by which of two, at whatever moment', async () => {
      const { insert, take, clock, destination } = await open();
      const underWay = new Set<string>();
      let met = 0;
      const slowly = async ({ leads }: { leads: readonly Lead[] }) => {
        const emails = leads.map(({ email }) => email.toLowerCase());
        if (emails.some((email) => underWay.has(email))) met += 1;
        for (const email of emails) underWay.add(email);
        await after(5);
        for (const email of emails) underWay.delete(email);
        return transient(false);
      };
      destination.answers.push(...Array(ROUNDS * 2).fill(slowly));
      for (let round = 0; round < ROUNDS; round += 1) {
        await insert(twins(2));
        const other = after(round % 5).then(() => take('other', 1));
        await Promise.all([take('one', 1), other]);
        clock.advance(1_000);
      }
      expect(destination.groups.length).toBeGreaterThan(ROUNDS / 4);
      expect(met).toBe(0);
    });

    test('one that waits for another is at no moment of unknown outcome: a process that dies leaves no doubt whose the record is', async () => {
      const { db, insert, clock, destination, rowOf, take } = await open();
      // Stored in the order in which they came, and older by id than by that: one millisecond saw both.
      const [sent, waits] = twins(2).toSorted((a, b) => (a.id < b.id ? 1 : -1)) as [Lead, Lead];
      await insert([sent]);
      const claimed = async (owner: string, lead: Lead) => {
        const rows = await claim(db, { owner, now: clock.now() });
        const own = rows.filter((row) => row.lead.id === lead.id);
        const options = { unknown: false, oldestFirst: true, now: clock.now() };
        return (await recordAttempt(db, owner, own, options)).map((row) => row.lead.id);
      };
      expect(await claimed('dies', sent)).toEqual([sent.id]);
      await insert([waits]);
      expect(await claimed('dies', waits)).toEqual([]);
      expect(await rowOf(waits)).toMatchObject({ unknown_outcome: 0, attempts: 0 });
      await returnLeases(db, OUTBOX, 'everyone', clock.now());
      clock.advance(5_000);
      // The first had been stored, and somebody has renamed it since.
      destination.findings.push(() => found({ id: 'recSent', exact: false }));
      for (let round = 0; round < 2; round += 1) {
        await take('next');
        clock.advance(2_000);
      }
      expect(await rowOf(sent)).toMatchObject({ state: 'delivered', remote_id: 'recSent' });
      expect(destination.groups.map(({ leads }) => leads.map(({ id }) => id))).toEqual([[waits.id]]);
    });

    test('each has one record, however often the process dies and whatever a person writes over them meanwhile', async () => {
      const { db, insertInOrder, clock, destination, rows, take } = await open();
      const [elder, younger] = twins(2) as [Lead, Lead];
      await insertInOrder([elder, younger]);
      const options = { unknown: false, oldestFirst: true };
      const claimed = await claim(db, { owner: 'dies', now: clock.now() });
      for (const row of claimed) await recordAttempt(db, 'dies', [row], { ...options, now: clock.now() });
      await returnLeases(db, OUTBOX, 'everyone', clock.now());
      clock.advance(5_000);
      const made: string[] = [];
      // The first record is made and its answer never comes; each is renamed as soon as it stands there.
      const create = ({ leads: [lead] }: { leads: readonly Lead[] }) => {
        made.push(lead?.id ?? '');
        return made.length === 1
          ? transient(true)
          : ({ kind: 'delivered', remoteId: `rec${made.length}` } as const);
      };
      const look = () => found(...made.map((_, index) => ({ id: `rec${index + 1}`, exact: false })));
      destination.answers.push(...Array(ROUNDS).fill(create));
      // While the elder rests after failed searches, the younger could go first.
      destination.findings.push(...Array(2).fill(() => transient(false)), ...Array(ROUNDS).fill(look));
      for (let round = 0; round < 60; round += 1) {
        await take('next');
        clock.advance(1_000);
      }
      expect(made).toEqual([elder.id, younger.id]);
      const owners = new Map((await rows()).map(({ lead_id, remote_id }) => [lead_id, remote_id]));
      expect([owners.get(elder.id), owners.get(younger.id)]).toEqual(['rec1', 'rec2']);
    });

    test('of two that are recorded at the same moment, one is', async () => {
      const { db, insert, clock } = await open();
      for (let round = 0; round < ROUNDS; round += 1) {
        const pair = await insert(twins(2));
        const claims = [];
        for (const [index] of pair.entries())
          claims.push(await claim(db, { owner: `${index}`, now: clock.now(), limit: 1 }));
        // Newest first, so that the older has no right of way.
        const options = { unknown: false, oldestFirst: false, now: clock.now() };
        const recorded = await Promise.all(
          claims.map((rows, index) => recordAttempt(db, `${index}`, rows, options)),
        );
        expect(recorded.flat()).toHaveLength(1);
      }
    });

    test('wait while one of them may have landed, and until it has been looked for', async () => {
      const { insertInOrder, take, clock, destination, rowOf } = await open();
      const [first, second] = twins(2);
      await insertInOrder([first, second] as Lead[]);
      destination.answers.push(() => transient(true));
      await take('worker');
      expect(await rowOf(first)).toMatchObject({ unknown_outcome: 1, lease_owner: null });
      clock.advance(1_000);
      await take('worker');
      const waiting = await rowOf(second);
      expect(waiting).toMatchObject({ attempts: 0, unknown_outcome: 0, lease_owner: null });
      expect(destination.groups).toHaveLength(1);
      clock.advance(4_000);
      destination.findings.push(() => found({ id: 'recFirst', exact: false }));
      await take('worker');
      clock.advance(10_000);
      await take('worker');
      expect(await rowOf(first)).toMatchObject({ remote_id: 'recFirst' });
      expect(await rowOf(second)).toMatchObject({ state: 'delivered', remote_id: 'rec2' });
      expect(destination.acts).toEqual(['create 1', 'find 1', 'create 1']);
    });

    test('do not wait for one that is held back, nor for one that every strategy was refused for', async () => {
      const { insertInOrder, take, clock, change, rowOf } = await open();
      const [held, refused, free] = twins(3);
      await insertInOrder([held, refused, free] as Lead[]);
      await change(held, { held_because: 'Suspect.', unknown_outcome: 1 });
      await change(refused, { refused_at: clock.now(), due_at: clock.now() + 3_600_000 });
      await take('worker');
      expect(await rowOf(free)).toMatchObject({ state: 'delivered' });
    });

    test('a record that is already somebody’s, or was one’s that is erased, is nobody else’s', async () => {
      const { db, insertInOrder, take, change, rowOf, destination } = await open();
      const [erased, other, lead] = twins(3);
      await insertInOrder([erased, other, lead] as Lead[]);
      await change(erased, { state: 'delivered', remote_id: 'recErased' });
      await change(other, { state: 'delivered', remote_id: 'recOther' });
      await operatorWriter(db).erase([erased?.id ?? '']);
      await change(lead, { unknown_outcome: 1 });
      destination.findings.push(() =>
        found({ id: 'recErased', exact: true }, { id: 'recOther', exact: true }),
      );
      await take('worker');
      expect(await rowOf(lead)).toMatchObject({ state: 'delivered', remote_id: 'rec1' });
    });

    test('of which all may have landed, as after a restore, are looked for one after the other, each record taken once', async () => {
      const { db, insertInOrder, take, clock, rows, destination } = await open();
      const leads = twins(3);
      await insertInOrder(leads);
      expect(await markRestored(db, clock.now())).toBe(3);
      // Two of the three had been delivered, and somebody has renamed both.
      for (let round = 0; round < 3; round += 1)
        destination.findings.push(() =>
          found({ id: 'recFirst', exact: false }, { id: 'recSecond', exact: false }),
        );
      for (let round = 0; round < 3; round += 1) {
        await take('worker');
        clock.advance(10_000);
      }
      const owners = new Map((await rows()).map(({ lead_id, remote_id }) => [lead_id, remote_id]));
      expect(leads.map(({ id }) => owners.get(id))).toEqual(['recFirst', 'recSecond', 'rec1']);
      expect(destination.acts).toEqual(['find 1', 'find 1', 'find 1', 'create 1']);
    });

    test('of which two may have landed, the younger is not created before the elder was looked for', async () => {
      const { db, insertInOrder, take, clock, rowOf, destination } = await open();
      const [elder, younger] = twins(2);
      await insertInOrder([elder, younger] as Lead[]);
      await markRestored(db, clock.now());
      // Each failure makes the elder rest for longer.
      destination.findings.push(...Array(3).fill(() => transient(false)));
      for (let round = 0; round < 60; round += 1) {
        await take('worker');
        clock.advance(1_000);
      }
      expect(await rowOf(elder)).toMatchObject({ state: 'delivered', remote_id: 'rec1' });
      expect(await rowOf(younger)).toMatchObject({ state: 'delivered', remote_id: 'rec2' });
    });

    test('what the database has forgotten is known again by its very words, for 30 days', async () => {
      const { db, insertInOrder, take, clock, rowOf, destination } = await open();
      await markRestored(db, clock.now());
      const [again, corrected] = twins(2);
      await insertInOrder([again, corrected] as Lead[]);
      destination.findings.push(() => found({ id: 'recForgotten', exact: true }));
      destination.findings.push(() => found({ id: 'recForgottenToo', exact: false }));
      await take('worker');
      clock.advance(2_000);
      await take('worker');
      expect(await rowOf(again)).toMatchObject({ remote_id: 'recForgotten' });
      expect(await rowOf(corrected)).toMatchObject({ remote_id: 'rec1' });
      clock.advance(30 * 86_400_000);
      await insertInOrder([someLead()]);
      await take('worker');
      expect(destination.acts).toEqual(['find 1', 'find 1', 'create 1', 'create 1']);
    });

    test('a hundred of them drain, and nobody else waits for them', async () => {
      const { insertInOrder, start, clock, destination, rowOf } = await open();
      const leads = twins(100);
      const stranger = someLead();
      await insertInOrder([...leads, stranger]);
      start();
      await soon(async () => (await rowOf(stranger))?.state).toBe('delivered');
      expect(destination.groups.length).toBeLessThan(20);
      const sent = () => destination.groups.reduce((sum, group) => sum + group.leads.length, 0);
      for (let turn = 0; turn < 400 && sent() < 101; turn += 1) {
        await clock.idle();
        clock.advance(1_000);
      }
      expect(sent()).toBe(101);
    });

    test('whom a lead waits for is told by how many go first', async () => {
      const { db, insertInOrder, change, clock } = await open();
      const [first, second, third] = twins(3);
      await insertInOrder([first, second, third] as Lead[]);
      await change(second, { unknown_outcome: 1, due_at: clock.now() + 7_000 });
      const ids = [first, second, third].map((lead) => lead?.id ?? '');
      const options = { oldestFirst: true, now: clock.now() };
      const fresh = await sameEmailAhead(db, ids, { unknown: false, ...options });
      expect([fresh.get(ids[0] ?? ''), fresh.get(ids[2] ?? '')]).toEqual([
        { count: 1, restingMs: 7_000 },
        { count: 2, restingMs: 7_000 },
      ]);
      expect(await sameEmailAhead(db, [ids[1] ?? ''], { unknown: true, ...options })).toEqual(new Map());
      const newestFirst = { unknown: false, ...options, oldestFirst: false };
      expect((await sameEmailAhead(db, ids, newestFirst)).get(ids[2] ?? '')?.count).toBe(1);
    });
  });
}
