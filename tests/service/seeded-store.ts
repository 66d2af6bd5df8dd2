import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lead } from '#domain/lead.ts';
import type { Environment } from '#server/config/env.ts';
import { leadWriter } from '#server/leads/lead-writer.ts';
import type { Database } from '#server/store/database.ts';
import { migrate } from '#server/store/migrations/migrate.ts';
import type { OutboxRow } from '#server/store/schema.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { someLead } from '../fakes/leads.ts';
import { temporaryFolder } from './temporary-folder.ts';

const HOUR_MS = 3_600_000;

/** One lead of each state, the newest first: waiting, delivered, refused, held. */
export interface SeededLeads {
  readonly waiting: Lead;
  readonly delivered: Lead;
  readonly refused: Lead;
  readonly held: Lead;
}

export interface Seeded extends SeededLeads {
  /** The settings that lead the command there. */
  readonly environment: Environment;
  row(leadId: string): Promise<OutboxRow | undefined>;
  /** Works on the database beside the command. */
  use<T>(work: (db: Database) => Promise<T>): Promise<T>;
}

export interface SeededFolder extends Seeded {
  /** Holds `data/leads.sqlite`, where the settings' default looks for it, and no `.env`. */
  readonly folder: string;
  /** Everything in the folder's files, the write-ahead log included. */
  bytes(): string;
}

/** A folder with an embedded database that nobody serves. */
export async function seededFolder(): Promise<SeededFolder> {
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  const file = join(data, 'leads.sqlite');
  return {
    folder,
    environment: { DATA_DIR: data },
    ...(await using(openSqlite(file), seed)),
    row: (leadId) => using(openSqlite(file), (db) => rowOf(db, leadId)),
    use: (work) => using(openSqlite(file), work),
    bytes: () =>
      readdirSync(data)
        .map((name) => readFileSync(join(data, name), 'latin1'))
        .join(''),
  };
}

export async function using<T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

export function rowOf(db: Database, leadId: string) {
  return db.selectFrom('outbox').selectAll().where('lead_id', '=', leadId).executeTakeFirst();
}

/** Writes the four into an empty database, as the server would have. */
export async function seed(db: Database): Promise<SeededLeads> {
  await migrate(db);
  const writer = leadWriter(db);
  const waiting = someLead();
  const delivered = someLead({ name: "=cmd|'/c calc'!A1" });
  const refused = someLead({ name: '王小明' });
  const held = someLead({ name: 'Ev\u202eil' });
  const now = Date.now();
  const reasons = new Map([[held, 'le champ piège était rempli']]);
  for (const [index, lead] of [waiting, delivered, refused, held].entries())
    await writer.insert(lead, now - index * 1_000, reasons.get(lead));
  const change = ({ id }: Lead, values: Partial<OutboxRow>) =>
    db.updateTable('outbox').set(values).where('lead_id', '=', id).execute();
  // A held lead stays due since it was accepted: the funnel counts it on that day.
  for (const lead of [waiting, refused]) await change(lead, { due_at: now + HOUR_MS });
  await change(delivered, {
    state: 'delivered',
    delivered_at: now - 1_000 + 4_000,
    remote_id: 'recDelivered',
    attempts: 2,
  });
  const rejections = [1, 3].map((strategy) => ({
    strategy,
    status: 422,
    type: 'UNKNOWN_FIELD_NAME',
    message: 'no field \u001b[31m',
  }));
  await change(refused, {
    refused_at: now,
    attempts: 4,
    unknown_outcome: 1,
    last_error: 'no field \u001b[31m',
    rejections: JSON.stringify(rejections),
  });
  return { waiting, delivered, refused, held };
}
