import { type Kysely, sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import { tokensMeant } from '../../http/addresses.ts';
import type { Database } from '../../store/database.ts';
import type { AuditRow, Schema } from '../../store/schema.ts';
import type { PagePicture } from '../audit-facts.ts';

export type AuditStore = ReturnType<typeof auditStore>;

/** Audits on either engine. Every act is carried out whole or not at all, and rejects when it could not be made durable. */
export function auditStore(db: Database) {
  const shownBy = (token: string) =>
    db
      .selectFrom('audits')
      .innerJoin('audit_pictures', 'audit_pictures.visit_id', 'audits.visit_id')
      .where('audits.token', '=', token);
  return {
    /** Undefined when there is none, or when it has expired. */
    async byToken(token: string, now: Instant): Promise<AuditRow | undefined> {
      return auditsWithVisits(db)
        .where('token', 'in', tokensMeant(token))
        .where('expires_at', '>', db.engine.instant(now))
        .executeTakeFirst();
    },

    /** The audits of a lead, the first one first. */
    async ofLead(leadId: string): Promise<AuditRow[]> {
      return auditsWithVisits(db)
        .where('lead_id', '=', leadId)
        .orderBy('created_at')
        .orderBy('token')
        .execute();
    },

    /**
     * Removes pictures of which every report has expired, and expired audits that are no lead's. What was seen for a
     * lead stays with it, and is erased with it.
     * @param limit audits and pictures in one act
     * @returns whether anything may be left
     */
    async purge(now: Instant, limit: number): Promise<boolean> {
      const instant = db.engine.instant(now);
      const [pictures, audits] = await Promise.all([
        db
          .selectFrom('audit_pictures')
          .select(['visit_id', 'name'])
          .where('expires_at', '<=', instant)
          .orderBy('expires_at')
          .limit(limit)
          .execute(),
        db
          .selectFrom('audits')
          .select('token')
          .where('lead_id', 'is', null)
          .where('expires_at', '<=', instant)
          .orderBy('expires_at')
          .limit(limit)
          .execute(),
      ]);
      for (const { visit_id, name } of pictures)
        await db
          .deleteFrom('audit_pictures')
          .where('visit_id', '=', visit_id)
          .where('name', '=', name)
          .execute();
      if (audits.length > 0)
        await db
          .deleteFrom('audits')
          .where(
            'token',
            'in',
            audits.map(({ token }) => token),
          )
          .execute();
      return pictures.length === limit || audits.length === limit;
    },

    /** Names of the pictures that are there, in the order of their names. */
    async pictureNames(token: string) {
      return shownBy(token)
        .select(['name', 'type', 'width', 'height', 'at_ms'])
        .orderBy('at_ms')
        .orderBy('name')
        .execute();
    },

    /** Undefined when there is none, or when the report has expired. */
    async picture(token: string, name: string, now: Instant) {
      return shownBy(token)
        .select(['type', 'bytes'])
        .where('name', '=', name)
        .where('audits.expires_at', '>', db.engine.instant(now))
        .executeTakeFirst();
    },

    /** Puts pictures beside the audit whose visit is under way, in the place of those of the same names. */
    async putPictures(token: string, expiresAt: Instant, pictures: readonly PagePicture[]): Promise<void> {
      if (pictures.length === 0) return;
      const rows = pictures.map(({ name, type, width, height, atMs, bytes }) => {
        const at_ms = atMs === undefined ? null : Math.round(atMs);
        return { visit_id: token, name, type, width, height, at_ms, bytes, expires_at: expiresAt };
      });
      await db.atomically([
        db
          .insertInto('audit_visits')
          .columns(['id'])
          .expression((e) => e.selectFrom('audits').select('token').where('token', '=', token))
          .onConflict((conflict) => conflict.column('id').doNothing())
          .compile(),
        db.updateTable('audits').set({ visit_id: token }).where('token', '=', token).compile(),
        ...rows.map((row) =>
          db
            .insertInto('audit_pictures')
            .values(row)
            .onConflict((conflict) => conflict.columns(['visit_id', 'name']).doUpdateSet(row))
            .compile(),
        ),
      ]);
    },

    /**
     * How many audits stand before one.
     * @param place of an audit that waits, or would; absent: behind all with or without proof
     */
    async queue(place?: Pick<AuditRow, 'proved' | 'created_at' | 'token'>): Promise<QueueState> {
      const unfinished = await db
        .selectFrom('audits')
        .select(['token', 'proved', 'created_at', 'state'])
        .where(UNFINISHED)
        .execute();
      const before = (row: (typeof unfinished)[number]) =>
        place === undefined ||
        row.state === 'running' ||
        row.proved > place.proved ||
        (row.proved === place.proved && row.created_at < place.created_at);
      const recent = await db
        .selectFrom('audits')
        .select(['started_at', 'ended_at'])
        .where(sql<boolean>`state = 'done'`)
        .where('started_at', 'is not', null)
        .orderBy('ended_at', 'desc')
        .limit(RECENT)
        .execute();
      const took = recent.flatMap(({ started_at, ended_at }) =>
        started_at === null || ended_at === null ? [] : [ended_at - started_at],
      );
      const waiting = unfinished.filter(({ state }) => state === 'waiting');
      return {
        ahead: unfinished.filter((row) => row.token !== place?.token && before(row)).length,
        waiting: { all: waiting.length, proved: waiting.filter(({ proved }) => proved === 1).length },
        meanMs: took.length === 0 ? undefined : took.reduce((sum, ms) => sum + ms, 0) / took.length,
      };
    },
  };
}

/** What `oneAtATime` locks while audits are counted and added. */
export const AUDITS = sql`select 'audits'`;

/** Waiting or running; written out, so that the engines see that the partial index has what is asked for. */
export const UNFINISHED = sql<boolean>`state in ('waiting', 'running')`;

/** How the queue stands: rows that wait, and how long recent audits took. */
interface QueueState {
  /** Unfinished audits that are worked on before the one that was asked about, or before any new one. */
  readonly ahead: number;
  /** Those that wait, whatever their place; of them, those with a proof of work. */
  readonly waiting: { readonly all: number; readonly proved: number };
  /** Mean duration of the last audits, in milliseconds; undefined before the first. */
  readonly meanMs: number | undefined;
}

/** The mean duration is taken over so many of the last audits. */
const RECENT = 20;

/** Until audits have been measured: what one takes on a small machine. In milliseconds. */
const ASSUMED_MS = 20_000;

/**
 * How long so many audits take one after the other, by how long the last ones took.
 * @returns whole seconds, one at least, as Retry-After wants them
 */
export function secondsFor(audits: number, { meanMs = ASSUMED_MS }: Pick<QueueState, 'meanMs'>): number {
  return Math.max(1, Math.ceil((audits * meanMs) / 1_000));
}

/** Audits, each with what was seen for it. */
export function auditsWithVisits(db: Kysely<Schema>) {
  return db
    .selectFrom('audits')
    .leftJoin('audit_visits', 'audit_visits.id', 'audits.visit_id')
    .selectAll('audits')
    .select(['audit_visits.facts', 'audit_visits.facts_version']);
}
