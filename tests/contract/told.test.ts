import { describe, expect, onTestFinished, test } from 'vitest';
import { leadWriter } from '#server/store/lead-writer.ts';
import { operatorWriter } from '#server/store/operator-writer.ts';
import { someLead } from '../fakes/leads.ts';
import { engines } from './engines.ts';

describe.each(Object.entries(engines))('the order to tell, on %s', (_name, open) => {
  const opened = async () => {
    const db = await open();
    onTestFinished(() => db.destroy());
    const messages = () => db.selectFrom('messages').selectAll().orderBy('created_at').execute();
    return { db, writer: leadWriter(db), messages };
  };

  test('is written with the lead, once', async () => {
    const { writer, messages } = await opened();
    const lead = someLead();
    await Promise.all(Array.from({ length: 5 }, () => writer.insert(lead, 1_000)));
    await writer.insert(lead, 2_000);
    await writer.insert({ ...lead, name: 'Autre' }, 3_000);
    expect(await messages()).toEqual([
      expect.objectContaining({ kind: 'received', channel: 'fan-out', lead_id: lead.id, state: 'waiting' }),
    ]);
  });

  test('of a lead that stood before there was any telling is never written', async () => {
    const { db, writer, messages } = await opened();
    const lead = someLead();
    await writer.insert(lead, 1_000);
    await db.deleteFrom('messages').execute();
    expect(await writer.insert(lead, 2_000)).toBe('repeated');
    expect(await messages()).toEqual([]);
  });

  test('waits with a lead that is held back, and goes with one that is erased', async () => {
    const { db, writer, messages } = await opened();
    const [held, other] = [someLead(), someLead()];
    await writer.insert(held, 1_000, 'douteux');
    await writer.insert(other, 2_000);
    expect((await messages()).map(({ state }) => state)).toEqual(['held', 'waiting']);
    await db
      .insertInto('lead_events')
      .values({ id: 'e', lead_id: held.id, at: 1, kind: 'received', by: 'visitor' })
      .execute();
    await operatorWriter(db).erase([held.id]);
    expect((await messages()).map(({ lead_id }) => lead_id)).toEqual([other.id]);
    expect(await db.selectFrom('lead_events').selectAll().execute()).toEqual([]);
  });
});
