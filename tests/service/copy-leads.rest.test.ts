import { describe, expect, onTestFinished, test } from 'vitest';
import { copyLeads, disagreements } from '#server/copy/copy-leads.ts';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { operatorWriter } from '#server/leads/operator/operator-writer.ts';
import { markRestored } from '#server/outbox/after-restore.ts';
import type { Database } from '#server/store/database.ts';
import { migrate } from '#server/store/migrations/migrate.ts';
import { noteOffsite, offsiteNotes } from '#server/store/offsite.ts';
import { sharedSecret } from '#server/store/shared-secret.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { someLead } from '../fakes/leads.ts';
import { openGiven } from '../postgres/open-given.ts';
import { migratedDatabase } from '../postgres/shared.ts';
import { seed } from './seeded-store.ts';

async function opened(db: Database) {
  onTestFinished(() => db.destroy());
  await migrate(db);
  return db;
}

const TARGETS: readonly (readonly [string, () => Promise<Database>])[] = [
  ['an embedded database', async () => openSqlite(':memory:')],
  ['PostgreSQL', async () => openGiven(await migratedDatabase())],
];

const outbox = (db: Database) => db.selectFrom('outbox').selectAll().orderBy('lead_id').execute();
const leads = (db: Database) => db.selectFrom('leads').selectAll().orderBy('id').execute();

const told = (db: Database) => db.selectFrom('messages').selectAll().orderBy('id').execute();
const events = (db: Database) => db.selectFrom('lead_events').selectAll().execute();

async function left(source: Database, target: Database) {
  const found: { id: string; kind: string }[] = [];
  for await (const one of disagreements(source, target)) found.push(one);
  return found;
}

describe.each(TARGETS)('into %s', (_name, open) => {
  async function both() {
    const [source, target] = [await opened(openSqlite(':memory:')), await opened(await open())];
    return { source, target, seeded: await seed(source) };
  }

  test('every lead and all that is known of its delivery arrive, but for leases; done again, nothing changes', async () => {
    const { source, target, seeded } = await both();
    await source
      .updateTable('outbox')
      .set({ lease_owner: 'somebody', lease_until: 99, unknown_outcome: 1, strategy: 2 })
      .set({ sent: '{"Email":"avant@example.ch"}', sent_email: 'avant@example.ch' })
      .where('lead_id', '=', seeded.waiting.id)
      .execute();
    await source
      .updateTable('leads')
      .set({ first_email: 'avant@example.ch' })
      .where('id', '=', seeded.waiting.id)
      .execute();
    await source
      .insertInto('lead_events')
      .values({ id: 'e', lead_id: seeded.waiting.id, at: 1, kind: 'received', by: 'visitor' })
      .execute();
    expect(await copyLeads(source, target)).toEqual({ read: 4, added: 4, present: 0, caughtUp: 0 });
    expect(await leads(target)).toEqual(await leads(source));
    const expected = (await outbox(source)).map((row) => ({ ...row, lease_owner: null, lease_until: null }));
    expect(await outbox(target)).toEqual(expected);
    expect(await left(source, target)).toEqual([]);
    expect(await told(target)).toEqual(await told(source));
    expect((await outbox(source)).every(({ tell_since }) => tell_since !== null)).toBe(true);
    expect(await events(target)).toMatchObject([{ lead_id: seeded.waiting.id, kind: 'received' }]);

    await target.updateTable('outbox').set({ state: 'delivered' }).execute();
    const before = await outbox(target);
    expect(await copyLeads(source, target)).toEqual({ read: 4, added: 0, present: 4, caughtUp: 0 });
    expect(await outbox(target)).toEqual(before);

    await source.updateTable('outbox').set({ tell_since: null }).execute();
    await copyLeads(source, target);
    expect(await outbox(target)).toEqual(before.map((row) => ({ ...row, tell_since: null })));
  });

  test('the records of erased leads, a restore and the secrets come along; what the target has, it keeps', async () => {
    const { source, target, seeded } = await both();
    await operatorWriter(source).erase([seeded.delivered.id]);
    await markRestored(source, 1_234);
    await noteOffsite(source, 'offsite-copied', 1_000);
    await source.insertInto('undecided_records').values({ remote_id: 'recAsked', erased_at: 1 }).execute();
    await source.insertInto('free_days').values({ words: 'anniversaire' }).execute();
    const make = (value: string) => () => value;
    await sharedSecret(source, 'form-id', make('source'));
    await sharedSecret(source, 'form-proof', make('source'));
    await sharedSecret(target, 'form-proof', make('target'));
    for (let time = 0; time < 2; time += 1) await copyLeads(source, target);
    expect(await target.selectFrom('erased_records').selectAll().execute()).toMatchObject([
      { remote_id: 'recDelivered', state: 'owed' },
    ]);
    expect(await target.selectFrom('erasures').selectAll().execute()).toEqual(
      await source.selectFrom('erasures').selectAll().execute(),
    );
    for (const table of ['undecided_records', 'free_days'] as const) {
      const rows = await target.selectFrom(table).selectAll().execute();
      expect(rows).toEqual(await source.selectFrom(table).selectAll().execute());
      expect(rows).toHaveLength(1);
    }
    expect(await target.selectFrom('restores').select('restored_at').execute()).toEqual([
      { restored_at: 1_234 },
    ]);
    expect(await offsiteNotes(target)).toEqual(new Map([['offsite-copied', 1_000]]));
    expect((await sharedSecret(target, 'form-id', make('new'))).reveal()).toBe('source');
    expect((await sharedSecret(target, 'form-proof', make('new'))).reveal()).toBe('target');
  });

  test('more leads than one transaction takes', async () => {
    const [source, target] = [await opened(openSqlite(':memory:')), await opened(await open())];
    const writer = leadWriter(source);
    for (let index = 0; index < 1_001; index++) await writer.insert(someLead(), 1);
    expect(await copyLeads(source, target)).toMatchObject({ read: 1_001, added: 1_001 });
    expect(await leads(target)).toHaveLength(1_001);
    expect(await left(source, target)).toEqual([]);
  });

  test('a batch that breaks in the middle leaves no lead without its outbox row, and is copied the next time', async () => {
    const { source, target } = await both();
    await target.schema.alterTable('outbox').renameTo('elsewhere').execute();
    await expect(copyLeads(source, target)).rejects.toThrow();
    expect(await leads(target)).toEqual([]);
    await target.schema.alterTable('elsewhere').renameTo('outbox').execute();
    expect(await copyLeads(source, target)).toMatchObject({ added: 4 });
  });

  test('other content under the same id is named and left as it is', async () => {
    const { source, target, seeded } = await both();
    await leadWriter(target).insert({ ...seeded.waiting, name: 'Somebody else' }, 1);
    expect(await copyLeads(source, target)).toEqual({ read: 4, added: 3, present: 0, caughtUp: 0 });
    expect(await left(source, target)).toEqual([{ id: seeded.waiting.id, kind: 'content' }]);
    const there = (await leads(target)).find(({ id }) => id === seeded.waiting.id);
    expect(there?.name).toBe('Somebody else');
  });

  test('a lead that its browser sent to both is not delivered twice', async () => {
    const { source, target, seeded } = await both();
    for (const lead of [seeded.delivered, seeded.refused]) await leadWriter(target).insert(lead, 1);
    expect(await copyLeads(source, target)).toEqual({ read: 4, added: 2, present: 2, caughtUp: 2 });
    const row = async (id: string) => (await outbox(target)).find(({ lead_id }) => lead_id === id);
    expect(await row(seeded.delivered.id)).toMatchObject({ state: 'delivered', remote_id: 'recDelivered' });
    expect(await row(seeded.refused.id)).toMatchObject({ state: 'waiting', unknown_outcome: 1 });
    expect(await left(source, target)).toEqual([]);
  });

  test('what a worker of the target has in hand is left to it, and named', async () => {
    const { source, target, seeded } = await both();
    await leadWriter(target).insert(seeded.delivered, 1);
    await target.updateTable('outbox').set({ lease_owner: 'worker', lease_until: 99 }).execute();
    expect(await copyLeads(source, target)).toMatchObject({ present: 1, caughtUp: 0 });
    expect(await left(source, target)).toEqual([{ id: seeded.delivered.id, kind: 'delivery' }]);
  });

  test('a lead missing in the target is named', async () => {
    const { source, target, seeded } = await both();
    await copyLeads(source, target);
    await target.deleteFrom('leads').where('id', '=', seeded.held.id).execute();
    expect(await left(source, target)).toEqual([{ id: seeded.held.id, kind: 'absent' }]);
  });
});
