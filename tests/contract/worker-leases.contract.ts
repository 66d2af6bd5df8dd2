import { describe, expect, test } from 'vitest';
import type { Limits } from '#server/destinations/destination.ts';
import { claim } from '#server/outbox/outbox-queue.ts';
import { pauseDelivery, resumeDelivery } from '#server/store/conditions.ts';
import { someLeads } from '../fakes/leads.ts';
import { delivered, rejected, soon, transient, type WorkerBench } from '../fakes/worker-bench.ts';

/** What the worker does with leases, its own and others’, whatever the database under it. */
export function workerLeasesContract(name: string, workerBench: WorkerBench): void {
  describe(name, () => {
    test('before anything is sent, the attempt and the lease stand in the database', async () => {
      const { insert, start, clock, destination, row } = await workerBench();
      await insert();
      let during: unknown;
      destination.answers.push(async () => {
        during = await row();
        return delivered;
      });
      start();
      await clock.idle();
      expect(during).toMatchObject({
        attempts: 1,
        unknown_outcome: 1,
        lease_owner: expect.any(String),
        lease_until: clock.now() + 60_000,
      });
    });

    test('a lead leased by another worker waits until that lease has ended, then is looked for', async () => {
      const { insert, start, clock, destination, change, row } = await workerBench();
      await insert();
      await change({ lease_owner: 'crashed', lease_until: clock.now() + 3_000, unknown_outcome: 1 });
      start();
      expect(await clock.idle()).toBe(3_000);
      expect(destination.groups).toHaveLength(0);
      clock.advance(3_000);
      await soon(row).toMatchObject({ state: 'delivered' });
      expect(destination.acts).toEqual(['find 1', 'create 1']);
    });

    test('alone on its database, a worker takes stale leases back at the start; what may have just left has 5 s to land', async () => {
      const { insert, start, clock, destination, change } = await workerBench({ alone: true });
      await insert();
      await change({ lease_owner: 'crashed', lease_until: clock.now() + 3_000, unknown_outcome: 1 });
      start();
      await clock.idle();
      clock.advance(4_999);
      await clock.idle();
      expect(destination.acts).toEqual([]);
      clock.advance(1);
      await soon(() => destination.acts).toEqual(['find 1', 'create 1']);
    });

    test('what another worker has taken meanwhile is neither completed nor failed, nor logged', async () => {
      for (const outcome of [delivered, transient(false), rejected()]) {
        const { insert, start, clock, destination, change, row, log } = await workerBench();
        await insert();
        const lease = { lease_owner: 'other', lease_until: clock.now() + 600_000 };
        destination.answers.push(async () => {
          await change(lease);
          return outcome;
        });
        start();
        await clock.idle();
        expect(await row()).toMatchObject({
          state: 'waiting',
          unknown_outcome: 1,
          last_error: null,
          ...lease,
        });
        expect(log()).toBe('');
      }
    });

    test('what another worker took between claim and sending is not sent', async () => {
      const { db, insert, start, clock, destination, change } = await workerBench();
      const [, second] = await insert(someLeads(2));
      await db
        .updateTable('outbox')
        .set({ unknown_outcome: 1 })
        .where('lead_id', '=', second?.id ?? '')
        .execute();
      destination.answers.push(async () => {
        await change({ lease_owner: 'other', lease_until: clock.now() + 600_000 });
        return delivered;
      });
      start();
      await clock.idle();
      expect(destination.groups).toHaveLength(1);
    });

    test('what an operator holds between claim and sending is not sent', async () => {
      const { db, insert, start, clock, destination, rows } = await workerBench();
      const [, second] = await insert(someLeads(2));
      await db
        .updateTable('outbox')
        .set({ unknown_outcome: 1 })
        .where('lead_id', '=', second?.id ?? '')
        .execute();
      destination.answers.push(async ({ leads }) => {
        const others = db.updateTable('outbox').set({ held_because: 'Afflux.' });
        await others.where('lead_id', '!=', leads[0]?.id ?? '').execute();
        return delivered;
      });
      start();
      await clock.idle();
      expect(destination.groups).toHaveLength(1);
      const held = (await rows()).filter(({ held_because }) => held_because !== null);
      expect(held).toMatchObject([{ state: 'waiting', attempts: 0, lease_owner: null }]);
    });

    test('a pause that began after a server looked for work holds back what it claims', async () => {
      const { db, insert, clock } = await workerBench();
      await insert();
      const claimed = () => claim(db, { owner: 'worker', now: clock.now() });
      await pauseDelivery(db, clock.now());
      expect(await claimed()).toEqual([]);
      await resumeDelivery(db, clock.now());
      expect(await claimed()).toHaveLength(1);
    });

    test('stopping lets the request under way end, begins nothing more and gives back what was claimed', async () => {
      const { db, insert, start, clock, destination, rows } = await workerBench();
      const leads = await insert(someLeads(3));
      const [other] = leads.toSorted((a, b) => b.id.localeCompare(a.id));
      await db
        .updateTable('outbox')
        .set({ unknown_outcome: 1 })
        .where('lead_id', '=', other?.id ?? '')
        .execute();
      const sent = Promise.withResolvers<void>();
      const answer = Promise.withResolvers<void>();
      destination.answers.push(async () => {
        sent.resolve();
        await answer.promise;
        return delivered;
      });
      const worker = start();
      await sent.promise;
      const stopped = worker.stop();
      await clock.idle();
      answer.resolve();
      await stopped;
      expect(destination.groups).toHaveLength(1);
      expect(await rows()).toMatchObject([
        { state: 'delivered', attempts: 1, lease_owner: null },
        { state: 'delivered', attempts: 1, lease_owner: null },
        { state: 'waiting', attempts: 0, lease_owner: null },
      ]);
    });

    test('stopping breaks off a request that does not end; the lease is given back, the outcome is unknown', async () => {
      const { insert, start, clock, destination, row } = await workerBench();
      await insert();
      const sent = Promise.withResolvers<void>();
      destination.answers.push(async (_group, { signal }: Limits) => {
        sent.resolve();
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return transient(true);
      });
      const worker = start();
      await sent.promise;
      const stopped = worker.stop();
      expect(await clock.idle()).toBe(2_000);
      clock.advance(2_000);
      await stopped;
      expect(await row()).toMatchObject({ state: 'waiting', unknown_outcome: 1, lease_owner: null });
    });
  });
}
