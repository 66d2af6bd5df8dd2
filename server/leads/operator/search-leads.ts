import { sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import { cleanText } from '#domain/text.ts';
import type { Database } from '../../store/database.ts';
import { ACCEPTED_AT, IN_STATE, IS_THERE, type LeadState } from '../../store/leads/lead-state.ts';
import { readAside } from '../../store/read-aside.ts';
import { isRecordGone, leadsWithOutbox, type OperatorLead, operatorLeads } from './operator-lead.ts';
import { operatorReader } from './operator-reader.ts';

/** What is looked for; all of it must be so. */
export interface Wanted {
  /** Parts of name or e-mail in any order and without accents, a whole e-mail address, or the beginning of an id. */
  readonly text: string;
  readonly state?: LeadState | undefined;
  /** Among the newest alone, as a name is; empty: any. */
  readonly source?: string;
  /** Not accepted before. */
  readonly since?: Instant | undefined;
  /** Where the page before ended. */
  readonly after?: Pick<OperatorLead, 'createdAt' | 'id'> | undefined;
  /** Those that came after it alone, the oldest of them first. */
  readonly before?: Pick<OperatorLead, 'createdAt' | 'id'> | undefined;
}

/** Names are searched in so many of the newest leads; a whole e-mail address or an id is found among all. */
export const NEWEST_SEARCHED = 50_000;
/** Of a state that has more, so many of the newest. */
const MOST_OF_STATE = 2_000;
/** Of those that may hold the words, so many of the newest are looked at. */
const MOST_ALIKE = 1_000;
const ID_PREFIX = /^[0-9a-f]{8}[0-9a-f-]*$/;

/** The newest leads that are wanted, newest first, unless `before` says otherwise; `limit` at most. */
export async function searchLeads(db: Database, wanted: Wanted, limit: number): Promise<OperatorLead[]> {
  const text = cleanText(wanted.text);
  const reader = operatorReader(db);
  const isOurs = (lead: OperatorLead) =>
    (wanted.state === undefined || (lead.state === wanted.state && !isRecordGone(lead))) &&
    (!wanted.source || lead.source?.toLowerCase() === wanted.source) &&
    lead.createdAt >= (wanted.since ?? 0);
  if (ID_PREFIX.test(text)) return (await reader.byIdPrefix(text)).filter(isOurs).slice(0, limit);
  if (/^\S+@\S+\.\S{2,}$/.test(text)) {
    const exact = (await reader.byEmail(text)).filter(isOurs);
    if (exact.length > 0) return exact.slice(0, limit);
  }
  const words = folded(text).split(/\s+/).filter(Boolean);
  const rows = await readAside(db, pageOf(db, wanted, words, words.length > 0 ? MOST_ALIKE : limit));
  const found = rows.filter(({ name, email }) => isIn(folded(`${name} ${email}`), words));
  return operatorLeads(db, found.slice(0, limit));
}

function pageOf(
  db: Database,
  { state, source = '', since, after, before }: Wanted,
  words: readonly string[],
  limit: number,
) {
  const order = before === undefined ? 'desc' : 'asc';
  let query = leadsWithOutbox(db).selectAll().orderBy('created_at', order).orderBy('id', order).limit(limit);
  if (since !== undefined) query = query.where('created_at', '>=', since);
  if (after !== undefined)
    query = query.where(sql<boolean>`(created_at, id) < (${after.createdAt}, ${after.id})`);
  if (before !== undefined)
    query = query.where(sql<boolean>`(created_at, id) > (${before.createdAt}, ${before.id})`);
  if (state !== undefined) query = query.where(IN_STATE[state]);
  if (state === 'delivered') query = query.where(IS_THERE);
  // Most leads are delivered; the few of another state are found by its index.
  if (state !== undefined && state !== 'delivered')
    query = query.where(
      'id',
      'in',
      db
        .selectFrom('outbox')
        .select('lead_id')
        .where(IN_STATE[state])
        .orderBy(ACCEPTED_AT, 'desc')
        .limit(MOST_OF_STATE),
    );
  if (words.length === 0 && source === '') return query;
  if (source !== '') query = query.where(sql<boolean>`lower(source) = ${source}`);
  const oldest = db
    .selectFrom('leads as newest')
    .select('newest.created_at')
    .orderBy('newest.created_at', 'desc')
    .offset(NEWEST_SEARCHED)
    .limit(1);
  query = query.where(sql<boolean>`created_at > coalesce(${oldest}, -1)`);
  for (const word of words)
    query = query.where(sql<boolean>`(lower(name) || ' ' || lower(email)) like ${pattern(word)} escape '\\'`);
  return query;
}

/** SQLite folds ASCII letters alone: a letter that may bear an accent matches any, and `isIn` decides. */
function pattern(word: string): string {
  return `%${word.replaceAll(/[\\%]/g, '\\$&').replaceAll(/[aceinouyßœæ_]/g, '_')}%`;
}

function isIn(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

/** Lower case, without accents. */
function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
