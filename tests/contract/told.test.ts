import { describe, expect, onTestFinished, test } from 'vitest';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { operatorWriter } from '#server/leads/operator/operator-writer.ts';
import { someLead } from '../fakes/leads.ts';
import { engines } from './engines.ts';

describe.each(Object.entries(engines))('what is still to be told, on %s', (_name, open) => {
  const opened = async () => {
    const db = await open();
    onTestFinished(() => db.destroy());
    const rows = () => db.selectFrom('outbox').select(['lead_id', 'tell_since']).execute();
    return { db, writer: leadWriter(db), rows };
  };

  test('is written with the lead, once', async () => {
    const { writer, rows } = await opened();
    const lead = someLead();
    const before = Date.now() - 60_000;
    await Promise.all(Array.from({ length: 5 }, () => writer.insert(lead, Date.now())));
    await writer.insert({ ...lead, name: 'Autre' }, Date.now());
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    expect(row?.lead_id).toBe(lead.id);
    expect(row?.tell_since).toBeGreaterThan(before);
  });

  test('is never written for a lead that is older than the messages, or that was told about already', async () => {
    const { db, writer, rows } = await opened();
    const lead = someLead();
    await writer.insert(lead, 1_000);
    await db.updateTable('outbox').set({ tell_since: null }).execute();
    expect(await writer.insert(lead, 2_000)).toBe('repeated');
    expect(await rows()).toEqual([{ lead_id: lead.id, tell_since: null }]);
  });

  test('a lead that stands when the migration comes has none', async () => {
    const { db, rows } = await opened();
    const { userId: user_id, ...lead } = someLead();
    await db
      .insertInto('leads')
      .values({ ...lead, user_id, created_at: 1 })
      .execute();
    await db.insertInto('outbox').values({ lead_id: lead.id, due_at: 1 }).execute();
    expect(await rows()).toEqual([{ lead_id: lead.id, tell_since: null }]);
  });

  test('goes with a lead that is erased', async () => {
    const { db, writer, rows } = await opened();
    const [held, other] = [someLead(), someLead()];
    await writer.insert(held, 1_000, 'douteux');
    await writer.insert(other, 2_000);
    await db
      .insertInto('lead_events')
      .values({ id: 'e', lead_id: held.id, at: 1, kind: 'received', by: 'visitor' })
      .execute();
    await operatorWriter(db).erase([held.id]);
    expect((await rows()).map(({ lead_id }) => lead_id)).toEqual([other.id]);
    expect(await db.selectFrom('lead_events').selectAll().execute()).toEqual([]);
  });
});
