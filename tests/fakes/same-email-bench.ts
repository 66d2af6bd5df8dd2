import { pino } from 'pino';
import type { Lead } from '#domain/lead.ts';
import { deliverClaimed } from '#server/outbox/deliver-claimed.ts';
import type { Delivery } from '#server/outbox/delivery.ts';
import { claim } from '#server/outbox/outbox-queue.ts';
import type { OutboxRow } from '#server/store/schema.ts';
import { someLead } from './leads.ts';
import type { WorkerBench } from './worker-bench.ts';

/** Leads with one e-mail, every second in upper case. */
export function twins(count: number): Lead[] {
  const first = someLead();
  return Array.from({ length: count }, (_, index) => ({
    ...first,
    id: crypto.randomUUID(),
    name: `${first.name} ${index + 1}`,
    email: index % 2 === 0 ? first.email : first.email.toUpperCase(),
  }));
}

/** A worker bench whose leads a test claims and sends step by step, each time as a server of its choice (`owner`). */
export const sameEmailBench = async (workerBench: WorkerBench) => {
  const bench = await workerBench();
  const { db, clock, destination } = bench;
  const change = (lead: Lead | undefined, values: Partial<OutboxRow>) =>
    db
      .updateTable('outbox')
      .set(values)
      .where('lead_id', '=', lead?.id ?? '')
      .execute();
  const rowOf = async (lead: Lead | undefined) =>
    (await bench.rows()).find(({ lead_id }) => lead_id === lead?.id);
  /** One after the other, so that their ages differ. */
  const insertInOrder = async (leads: Lead[]) => {
    for (const lead of leads) {
      await bench.insert([lead]);
      clock.advance(1);
    }
  };
  const delivery = (owner: string): Delivery => ({
    db,
    destination,
    clock,
    random: () => 0,
    log: pino({ level: 'silent' }),
    owner,
    limits: { signal: new AbortController().signal, until: Number.POSITIVE_INFINITY },
    stopping: new AbortController().signal,
  });
  const take = async (owner: string, limit?: number) => {
    const rows = await claim(db, { owner, now: clock.now(), ...(limit && { limit }) });
    await deliverClaimed(delivery(owner), rows);
  };
  return { ...bench, change, rowOf, insertInOrder, take };
};
