import { describe, expect, onTestFinished, test } from 'vitest';
import type { Lead } from '#domain/lead.ts';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { operatorReader } from '#server/leads/operator/operator-reader.ts';
import { outboxState } from '#server/outbox/outbox-state.ts';
import type { Database } from '#server/store/database.ts';
import { leadReader } from '#server/store/leads/lead-reader.ts';
import { migrate } from '#server/store/migrations/migrate.ts';

type Opener = () => Database | Promise<Database>;

export interface StoreUnderTest {
  readonly name: string;
  /** Returns an opener of one fresh database; opened twice, it is the same one. */
  fresh(): Opener | Promise<Opener>;
  /** Whether what was written is there again after closing and opening. */
  readonly outlivesClosing: boolean;
}

const someLead = (overrides: Partial<Lead> = {}): Lead => ({
  id: crypto.randomUUID(),
  name: 'Zoé “Müller” 🌶',
  email: 'zoe@example.ch',
  userId: 'usr_abc123def456',
  url: 'https://exemple.ch/sales?a=1',
  status: 'Cold',
  ...overrides,
});

async function opened(open: Opener) {
  const db = await open();
  onTestFinished(() => db.destroy());
  await migrate(db);
  const summary = async () => {
    const { waiting, refused, held } = await outboxState(db, Date.now());
    return { waiting, refused, held };
  };
  const count = async () => (await db.selectFrom('leads').select('id').execute()).length;
  return { db, writer: leadWriter(db), reader: leadReader(db), summary, count };
}

/** What every store promises, whatever the database under it. */
export function storeContract({ name, fresh, outlivesClosing }: StoreUnderTest): void {
  describe(name, () => {
    test('a new lead is stored whole, with one outbox row', async () => {
      const { db, writer, reader, summary } = await opened(await fresh());
      const lead = someLead();
      expect(await writer.insert(lead, 1234)).toBe('created');
      expect(await reader.byId(lead.id)).toEqual({ ...lead, createdAt: 1234 });
      expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([
        expect.objectContaining({
          lead_id: lead.id,
          state: 'waiting',
          due_at: 1234,
          attempts: 0,
          strategy: 0,
        }),
      ]);
      expect(await summary()).toEqual({ waiting: 1, refused: 0, held: 0 });
    });

    test('a suspect lead is stored with the reason it is held for, and is the same lead when it comes again', async () => {
      const { db, writer } = await opened(await fresh());
      const lead = someLead();
      expect(await writer.insert(lead, 1, 'Le piège était rempli.')).toBe('created');
      expect(await writer.insert(lead, 2)).toBe('repeated');
      const rows = await db.selectFrom('outbox').select(['state', 'held_because']).execute();
      expect(rows).toEqual([{ state: 'waiting', held_because: 'Le piège était rempli.' }]);
    });

    test('the same id again: repeated with the same content, a conflict with other content; nothing is written', async () => {
      const { writer, reader, summary } = await opened(await fresh());
      const lead = someLead();
      await writer.insert(lead, 1);
      expect(await writer.insert(lead, 2)).toBe('repeated');
      for (const other of [{ name: 'A' }, { email: 'a@b' }, { userId: 'usr_other00' }, { url: 'http://x' }])
        expect(await writer.insert({ ...lead, ...other }, 3)).toBe('conflict');
      expect(await reader.byId(lead.id)).toEqual({ ...lead, createdAt: 1 });
      expect(await summary()).toEqual({ waiting: 1, refused: 0, held: 0 });
    });

    test('of many submissions of one id at once, one creates it', async () => {
      const { writer, count } = await opened(await fresh());
      const lead = someLead();
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => writer.insert(lead, 1)));
      expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'repeated')).toHaveLength(19);
      expect(await count()).toBe(1);
    });

    test('a lead whose outbox row cannot be written is not stored either', async () => {
      const { db, writer, count } = await opened(await fresh());
      await db.schema.alterTable('outbox').renameTo('elsewhere').execute();
      await expect(writer.insert(someLead(), 1)).rejects.toThrow();
      expect(await count()).toBe(0);
      await db.schema.alterTable('elsewhere').renameTo('outbox').execute();
      expect(await writer.insert(someLead(), 1)).toBe('created');
    });

    test('the newest lead comes first', async () => {
      const { db, writer } = await opened(await fresh());
      for (const at of [2, 3, 1]) await writer.insert(someLead({ name: `n${at}` }), at);
      expect((await operatorReader(db).newest(2)).map((lead) => lead.name)).toEqual(['n3', 'n2']);
    });

    test('the outbox is summed up by what an operator asks: to be sent, refused, held', async () => {
      const { db, writer, summary } = await opened(await fresh());
      const leads = Array.from({ length: 5 }, () => someLead());
      for (const [index, lead] of leads.entries())
        await writer.insert(lead, 1, index < 2 ? 'Douteux.' : undefined);
      const set = (index: number, values: { state?: 'delivered'; refused_at?: number; released?: 1 }) =>
        db
          .updateTable('outbox')
          .set(values)
          .where('lead_id', '=', leads[index]?.id ?? '')
          .execute();
      await set(1, { refused_at: 5 });
      await set(2, { refused_at: 5, state: 'delivered' });
      await set(3, { refused_at: 5, released: 1 });
      expect(await summary()).toEqual({ waiting: 1, refused: 1, held: 2 });
    });

    test('a lead is found again after the database was closed and opened', async () => {
      const open = await fresh();
      const first = await opened(open);
      const lead = someLead();
      await first.writer.insert(lead, 1);
      await first.db.destroy();
      const { writer, count } = await opened(open);
      expect(await writer.insert(lead, 2)).toBe(outlivesClosing ? 'repeated' : 'created');
      expect(await count()).toBe(1);
    });

    test('migrating again changes nothing', async () => {
      const { db, writer, count } = await opened(await fresh());
      await writer.insert(someLead(), 1);
      await migrate(db);
      expect(await count()).toBe(1);
    });

    test('a probe writes, again and again, and fails when nothing can be written', async () => {
      const { db, writer } = await opened(await fresh());
      await writer.probe(1);
      await writer.probe(2);
      expect(await db.selectFrom('probe').selectAll().execute()).toEqual([{ id: 1, written_at: 2 }]);
      await db.destroy();
      await expect(writer.probe(3)).rejects.toThrow();
    });
  });
}
