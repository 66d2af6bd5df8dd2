import { describe, expect, test } from 'vitest';
import { found } from '../fakes/destination.ts';
import { someLead, someLeads } from '../fakes/leads.ts';
import { rejected, soon, transient, type WorkerBench } from '../fakes/worker-bench.ts';

/** What the worker does with leads, whatever the database under it. */
export function workerContract(name: string, workerBench: WorkerBench): void {
  describe(name, () => {
    test('what is due at the start is delivered, and its row says so', async () => {
      const { insert, start, clock, destination, row } = await workerBench();
      const leads = await insert();
      start();
      await clock.idle();
      expect(destination.groups).toEqual([{ leads: [expect.objectContaining(leads[0])], strategy: 1 }]);
      expect(await row()).toMatchObject({
        state: 'delivered',
        attempts: 1,
        delivered_at: clock.now(),
        remote_id: 'rec1',
        unknown_outcome: 0,
        lease_owner: null,
      });
    });

    test('a lead that comes later goes out at once when the worker is woken', async () => {
      const { insert, start, clock, row } = await workerBench();
      const worker = start();
      await clock.idle();
      await insert();
      worker.wake();
      await clock.idle();
      await soon(row).toMatchObject({ state: 'delivered' });
    });

    test('a lead made due by another process is found without being woken', async () => {
      const { insert, start, clock, row } = await workerBench();
      start();
      await clock.idle();
      await insert();
      clock.advance(5_000);
      await soon(row).toMatchObject({ state: 'delivered' });
    });

    test('twenty-five leads go out ten at a time, the longest due first', async () => {
      const { insert, start, clock, destination } = await workerBench();
      const leads = someLeads(25);
      for (const lead of leads) {
        await insert([lead]);
        clock.advance(1);
      }
      start();
      await clock.idle();
      expect(destination.groups.map((group) => group.leads.length)).toEqual([10, 10, 5]);
      expect(destination.groups.flatMap((group) => group.leads.map(({ id }) => id))).toEqual(
        leads.map(({ id }) => id),
      );
    });

    test('the next batch is claimed once the one before has left, and holds what came meanwhile', async () => {
      const { insert, start, clock, destination, rows } = await workerBench({
        leaves: false,
        concurrency: 2,
      });
      let leave = () => {};
      const answer = Promise.withResolvers<void>();
      destination.answers.push(async (_, { leaving }) => {
        leave = () => leaving?.();
        await answer.promise;
        return { kind: 'delivered', remoteId: 'rec' };
      });
      await insert();
      const worker = start();
      await soon(() => destination.groups.length).toBe(1);
      for (const lead of someLeads(2)) {
        await insert([lead]);
        worker.wake();
        // Time enough for a claim, which takes the database three questions.
        for (let questions = 0; questions < 20; questions += 1) await rows();
      }
      expect(destination.groups).toHaveLength(1);
      leave();
      await soon(() => destination.groups.map(({ leads }) => leads.length)).toEqual([1, 2]);
      answer.resolve();
      await clock.idle();
    });

    test('a transient failure is tried again when it is due, not before, in the same strategy', async () => {
      const { insert, start, clock, destination, row } = await workerBench();
      await insert();
      destination.answers.push(() => transient(false));
      start();
      expect(await clock.idle()).toBe(1_000);
      expect(await row()).toMatchObject({
        unknown_outcome: 0,
        lease_owner: null,
        last_error: expect.any(String),
      });
      clock.advance(999);
      expect(destination.groups).toHaveLength(1);
      clock.advance(1);
      await soon(row).toMatchObject({ state: 'delivered', attempts: 2, last_error: null });
      expect(destination.acts).toEqual(['create 1', 'create 1']);
    });

    test('after an unknown outcome the lead is looked for before it is created, and only then', async () => {
      const { insert, start, clock, destination } = await workerBench();
      await insert();
      destination.answers.push(
        () => transient(true),
        () => rejected(),
      );
      start();
      expect(await clock.idle()).toBe(5_000);
      clock.advance(5_000);
      await soon(() => destination.groups).toHaveLength(3);
      // What was refused after it had been looked for stands nowhere.
      expect(destination.acts).toEqual(['create 1', 'find 1', 'create 1', 'create 3']);
    });

    test('what is found is the lead’s, and nothing is created', async () => {
      const { insert, start, clock, destination, change, row, log } = await workerBench();
      await insert();
      await change({ unknown_outcome: 1 });
      destination.findings.push(() => found({ id: 'recFound', exact: false }));
      start();
      await clock.idle();
      expect(await row()).toMatchObject({ state: 'delivered', remote_id: 'recFound', unknown_outcome: 0 });
      expect(destination.acts).toEqual(['find 1']);
      expect(log()).toContain('retrouvé');
    });

    test('a search that is refused or fails never leads to a creation; refused by all, the operator sees why', async () => {
      const { insert, start, clock, destination, change, row, log } = await workerBench();
      await insert();
      await change({ unknown_outcome: 1 });
      destination.findings.push(
        () => transient(false),
        () => rejected(403),
        () => rejected(403),
      );
      start();
      expect(await clock.idle()).toBe(1_000);
      clock.advance(1_000);
      await soon(row).toMatchObject({
        refused_at: clock.now(),
        unknown_outcome: 1,
        attempts: 3,
      });
      expect(destination.acts).toEqual(['find 1', 'find 1', 'find 3']);
      expect(log()).toContain('data.records:read');
      expect(log()).toContain('refused by all');
      await clock.idle();
      clock.advance(15 * 60_000);
      await soon(row).toMatchObject({ state: 'delivered' });
    });

    test('rejected by all, a lead is kept, said aloud without its content, and tried again slowly from the first', async () => {
      const { insert, start, clock, destination, row, log } = await workerBench();
      const [lead] = await insert();
      destination.answers.push(
        () => rejected(403),
        () => rejected(404),
      );
      start();
      await clock.idle();
      const refused = await row();
      expect(refused).toMatchObject({ state: 'waiting', refused_at: clock.now(), attempts: 2 });
      expect(refused.due_at).toBe(clock.now() + 15 * 60_000);
      expect(JSON.parse(refused.rejections ?? '')).toMatchObject([
        { strategy: 1, status: 403, message: 'no, says ada@example.ch' },
        { strategy: 3, status: 404 },
      ]);
      expect(log()).toContain('refused by all');
      expect(log()).toContain(lead?.id);
      clock.advance(15 * 60_000);
      await soon(row).toMatchObject({ state: 'delivered', strategy: 1 });
    });

    test('a pass goes through the strategies at once, and says why each refused', async () => {
      const { insert, start, clock, destination, row, log } = await workerBench();
      await insert();
      destination.answers.push(() => rejected(401));
      start();
      await clock.idle();
      expect(destination.groups).toMatchObject([{ strategy: 1 }, { strategy: 3, after: { status: 401 } }]);
      expect(await row()).toMatchObject({ state: 'delivered', strategy: 3 });
      expect(log()).toContain('Stratégie de création de lead refusée.');
    });

    test('a pass that was broken off begins again at the first strategy', async () => {
      const { insert, start, clock, destination, row, log } = await workerBench();
      await insert();
      destination.answers.push(
        () => rejected(401),
        () => transient(false),
      );
      start();
      expect(await clock.idle()).toBe(1_000);
      expect(await row()).toMatchObject({ strategy: 3, unknown_outcome: 0, refused_at: null });
      clock.advance(1_000);
      await soon(row).toMatchObject({ state: 'delivered', strategy: 1 });
      expect(destination.acts).toEqual(['create 1', 'create 3', 'create 1']);
      expect(log()).not.toContain('refused by all');
    });

    test('a stop between two strategies leaves the lead without a record, and known to have none', async () => {
      const { insert, start, clock, destination, row } = await workerBench();
      await insert();
      const sent = Promise.withResolvers<void>();
      const answer = Promise.withResolvers<void>();
      destination.answers.push(async () => {
        sent.resolve();
        await answer.promise;
        return rejected(401);
      });
      const worker = start();
      await sent.promise;
      const stopped = worker.stop();
      await clock.idle();
      answer.resolve();
      await stopped;
      expect(destination.acts).toEqual(['create 1']);
      expect(await row()).toMatchObject({ state: 'waiting', unknown_outcome: 0, lease_owner: null });
    });

    test('a record is looked for under the names of the attempt that may have made it', async () => {
      const { insert, start, clock, destination, change, row } = await workerBench();
      await insert();
      await change({ unknown_outcome: 1, strategy: 3 });
      destination.findings.push(() => found({ id: 'recFound', exact: true }));
      start();
      await clock.idle();
      expect(await row()).toMatchObject({ remote_id: 'recFound', strategy: 3 });
      await change({ state: 'waiting', remote_id: null, unknown_outcome: 1 });
      clock.advance(5_000);
      await soon(row).toMatchObject({ state: 'delivered', strategy: 1 });
      expect(destination.acts).toEqual(['find 1', 'find 1', 'create 1']);
    });

    test('the log holds no name, no e-mail and nothing the provider repeated', async () => {
      const { insert, start, clock, destination, log } = await workerBench();
      await insert([someLead({ name: 'Ada Lovelace', email: 'ada@example.ch', userId: 'usr_secret' })]);
      destination.answers.push(
        () => transient(true),
        () => rejected(),
      );
      destination.findings.push(() => rejected(403));
      start();
      await clock.idle();
      clock.advance(5_000);
      await soon(log).toContain('refused by all');
      await clock.idle();
      clock.advance(15 * 60_000);
      await soon(log).toContain('Lead remis');
      expect(log()).not.toMatch(/Ada|example\.ch|usr_secret/);
    });

    test('leads in different states never share a request', async () => {
      const { db, insert, start, clock, destination } = await workerBench();
      const [first] = await insert(someLeads(4));
      await db
        .updateTable('outbox')
        .set({ unknown_outcome: 1 })
        .where('lead_id', '=', first?.id ?? '')
        .execute();
      start();
      await clock.idle();
      expect(
        destination.groups.map(({ strategy, leads }) => `${strategy} ${leads.length}`).toSorted(),
      ).toEqual(['1 1', '1 3']);
      expect(destination.sought).toMatchObject([{ strategy: 1, leads: [{ id: first?.id }] }]);
    });

    test('a lead begins at the first strategy, however far an older version had come with it', async () => {
      const { insert, start, clock, destination, change } = await workerBench();
      await insert();
      await change({ strategy: 3 });
      start();
      await clock.idle();
      expect(destination.groups).toMatchObject([{ strategy: 1 }]);
    });

    test('nothing is claimed while the provider wants a pause', async () => {
      const { insert, start, clock, destination, row } = await workerBench();
      await insert();
      destination.pause(clock.now() + 30_000);
      start();
      expect(await clock.idle()).toBe(30_000);
      expect(await row()).toMatchObject({ attempts: 0, lease_owner: null });
      clock.advance(30_000);
      await soon(row).toMatchObject({ state: 'delivered' });
    });

    test('an error in the loop is said and survived', async () => {
      const { insert, start, clock, destination, log, row } = await workerBench({ alone: true });
      await insert();
      destination.answers.push(() => Promise.reject(new Error('broken')));
      start();
      expect(await clock.idle()).toBe(5_000);
      expect(log()).toContain('broken');
      clock.advance(60_000);
      await soon(row).toMatchObject({ state: 'delivered' });
    });
  });
}
