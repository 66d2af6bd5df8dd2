import { type CompiledQuery, sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import { type FoundRecord, saysTheSame } from '../../destinations/airtable/search-records.ts';
import type { Database } from '../../store/database.ts';
import { leadsById } from '../../store/leads/lead-reader.ts';
import { RECORD_GONE } from '../../store/leads/lead-state.ts';
import type { StoredLead } from '../../store/leads/lead-store.ts';
import type { ReadBackRow } from '../../store/schema.ts';
import { type SentVersion, sentIn } from '../sent.ts';
import { RECENT_MS, SAMPLE, standsAt } from './run.ts';

/** A delivered lead whose record is to be read. */
export interface DeliveredLead {
  readonly lead: StoredLead;
  readonly deliveredAt: Instant;
  readonly recordId: string;
  readonly strategy: number;
  readonly sent: readonly SentVersion[];
  /** Base and table that hold the record; null: not known. */
  readonly place: string | null;
  /** Whether it was missing when it was read last. */
  readonly wasGone: boolean;
}

/** Which rows of its time each part reads. */
const AMONG = {
  recent: sql<boolean>`true`,
  gone: RECORD_GONE,
  // Those that are gone were read just before.
  older: sql<boolean>`record_state is distinct from 'gone'`,
} as const;

/** The next rows of the part that is being read, in the order of their delivery; empty when it has come to its end. */
export async function nextPage(db: Database, run: ReadBackRow, size: number): Promise<DeliveredLead[]> {
  if (run.part === 'older' && run.sampled >= SAMPLE) return [];
  const [at, id] = run.part === 'older' ? [run.older_at, run.older_id] : [run.cursor_at, run.cursor_id];
  const from = run.began_at - RECENT_MS;
  // The plus keeps an engine from the index of all deliveries: the one of what is gone has few entries.
  const delivered = run.part === 'gone' ? sql<number>`+delivered_at` : sql<number>`delivered_at`;
  const rows = await db
    .selectFrom('outbox')
    .select(['lead_id', 'remote_id', 'strategy', 'sent', 'record_place', 'record_state', 'delivered_at'])
    .where(sql<boolean>`${delivered} is not null and ${delivered} >= ${at}`)
    .where(sql<boolean>`${delivered} < ${run.part === 'recent' ? run.began_at : from}`)
    .where(sql<boolean>`(${delivered}, lead_id) > (${at}, ${id})`)
    .where(AMONG[run.part])
    .where('remote_id', 'is not', null)
    .orderBy('delivered_at')
    .orderBy('lead_id')
    .limit(size)
    .execute();
  if (rows.length === 0) return [];
  const byId = await leadsById(
    db,
    rows.map(({ lead_id }) => lead_id),
  );
  return rows.flatMap((row) => {
    const lead = byId.get(row.lead_id);
    const wasGone = row.record_state === 'gone' || row.record_state === 'left';
    const { delivered_at: deliveredAt, remote_id: recordId, strategy, record_place: place } = row;
    return lead === undefined || deliveredAt === null || recordId === null
      ? []
      : [{ lead, deliveredAt, recordId, strategy, sent: sentIn(row.sent), place, wasGone }];
  });
}

/** A delivered lead, and its record as it was read. */
export interface ReadRecord extends DeliveredLead {
  readonly record: FoundRecord;
}

/** How the records of a page were found, by their ids. */
export interface Found {
  readonly present: readonly string[];
  readonly changed: readonly string[];
  readonly gone: readonly string[];
  /** Not there, and not known ever to have been: nothing is said of them. */
  readonly elsewhere: readonly string[];
}

/**
 * What a list of the table says of these rows. A record that is missing is gone only from the table that it was delivered
 * to, not from another that the settings name since. Where that was not kept, a record delivered before it and found
 * there tells that the table was in use by then.
 * @param rows in the order of their delivery
 * @param isInUse whether a record delivered before these was found there
 */
export function judge(
  rows: readonly DeliveredLead[],
  place: string,
  there: ReadonlyMap<string, FoundRecord>,
  isInUse: boolean,
): Found {
  const found = {
    present: [] as string[],
    changed: [] as string[],
    gone: [] as string[],
    elsewhere: [] as string[],
  };
  let inUse = isInUse;
  for (const row of rows) {
    const record = there.get(row.recordId);
    inUse ||= record !== undefined;
    const wasThere = row.wasGone || row.place === place || (row.place === null && inUse);
    const missing = wasThere ? 'gone' : 'elsewhere';
    const kind = record === undefined ? missing : saysTheSame(record, row.lead) ? 'present' : 'changed';
    found[kind].push(row.recordId);
  }
  return found;
}

export interface Reading {
  readonly run: ReadBackRow;
  /** All rows of the page. */
  readonly rows: readonly DeliveredLead[];
  /** What each place says of those that are in it. */
  readonly found: readonly (readonly [place: string, Found])[];
}

/** Writes down what was found and that this page was read: wholly, or not at all where it was read meanwhile. */
export async function settlePage(db: Database, reading: Reading, now: Instant): Promise<void> {
  const { run, rows, found } = reading;
  const last = rows.at(-1);
  if (last === undefined) return;
  const at = db.engine.instant(now);
  const isOurs = sql<boolean>`exists (select 1 from read_back where ${standsAt(run)})`;
  // The record is named too: meanwhile the owner may have had another made.
  const note = (ids: readonly string[], values: object): CompiledQuery[] =>
    ids.length === 0
      ? []
      : [
          db
            .updateTable('outbox')
            .set({ record_read_at: at, ...values })
            .where('remote_id', 'in', ids)
            .where('state', '=', 'delivered')
            .where(isOurs)
            .compile(),
        ];
  const count = (of: keyof Found) => found.reduce((sum, [, one]) => sum + one[of].length, 0);
  const [cursorAt, cursorId] =
    run.part === 'older' ? (['older_at', 'older_id'] as const) : (['cursor_at', 'cursor_id'] as const);
  const progress = db
    .updateTable('read_back')
    .set({
      [cursorAt]: last.deliveredAt,
      [cursorId]: last.lead.id,
      sampled: run.sampled + (run.part === 'older' ? rows.length : 0),
      present: run.present + count('present') + count('changed'),
      changed: run.changed + count('changed'),
      gone: run.gone + count('gone'),
      elsewhere: run.elsewhere + count('elsewhere'),
      problem: null,
    })
    .where(standsAt(run))
    .compile();
  await db.atomically([
    ...found.flatMap(([place, { present, changed, gone }]) => [
      ...note(present, { record_state: 'present', record_place: place }),
      ...note(changed, { record_state: 'changed', record_place: place }),
      ...note(gone, { record_state: sql`case when record_state = 'left' then 'left' else 'gone' end` }),
    ]),
    progress,
  ]);
}
