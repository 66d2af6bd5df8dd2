import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import { tokensMeant } from '../../http/addresses.ts';
import type { Database } from '../../store/database.ts';
import { oneAtATime } from '../../store/one-at-a-time.ts';
import type { AuditPictureRow, AuditRow, Schema } from '../../store/schema.ts';
import type { PagePicture } from '../audit-facts.ts';

interface NewAudit {
  readonly token: string;
  readonly url: string;
  readonly schemeTyped: boolean;
  readonly host: string;
  /** Null: nobody's. */
  readonly leadId: string | null;
  /** A keyed hash of the client that asks. */
  readonly asker: string;
  /** Whether a fresh proof of work came with it. */
  readonly proved: boolean;
}

/** How many audits there may be before one more is let in. */
interface AuditBounds {
  /** Waiting ones: of those with a proof of work where it has one, else of all. */
  readonly waiting: number;
  /** Unfinished ones of one client; from so many that wait on, `whenCrowded`. */
  readonly ofOneAsker: number;
  readonly crowded: number;
  readonly whenCrowded: number;
  /** Of one lead within 24 hours. */
  readonly ofOneLead: number;
}

const DAY_MS = 24 * 60 * 60_000;

export type AuditStore = ReturnType<typeof auditStore>;

/** Audits on either engine. Every act is carried out whole or not at all, and rejects when it could not be made durable. */
export function auditStore(db: Database) {
  return {
    ...auditPictures(db),
    ...auditQueue(db),

    /**
     * Adds an audit that waits, unless as many stand in the queue already; as nobody's where its lead has had
     * its share of the day.
     * @param expiresInMs how long its report can be opened
     * @param following carried out with it; has to bear that it was not added
     * @returns whether it was added
     */
    async insert(
      audit: NewAudit,
      {
        now,
        expiresInMs,
        most,
      }: { readonly now: Instant; readonly expiresInMs: number; readonly most: AuditBounds },
      following: readonly CompiledQuery[] = [],
    ): Promise<boolean> {
      const instant = db.engine.instant(now);
      const row = db
        .insertInto('audits')
        .columns([
          'token',
          'url',
          'scheme_typed',
          'host',
          'lead_id',
          'asker',
          'proved',
          'created_at',
          'expires_at',
        ])
        .expression(
          db
            .selectNoFrom([
              sql<string>`cast(${audit.token} as text)`.as('token'),
              sql<string>`cast(${audit.url} as text)`.as('url'),
              sql<0 | 1>`cast(${Number(audit.schemeTyped)} as integer)`.as('scheme_typed'),
              sql<string>`cast(${audit.host} as text)`.as('host'),
              // A lead that was erased meanwhile, or had enough, does not keep anybody from an audit.
              sql<string | null>`${leadWithRoom(audit.leadId, most.ofOneLead, instant)}`.as('lead_id'),
              sql<string>`cast(${audit.asker} as text)`.as('asker'),
              sql<0 | 1>`cast(${Number(audit.proved)} as integer)`.as('proved'),
              instant.as('created_at'),
              sql<number>`${instant} + ${expiresInMs}`.as('expires_at'),
            ])
            .where(waitingCount(audit.proved), '<', most.waiting)
            .where(
              unfinishedOf(audit.asker),
              '<',
              sql<number>`case when ${waitingCount(false)} < ${sql.lit(most.crowded)} then ${sql.lit(most.ofOneAsker)} else ${sql.lit(most.whenCrowded)} end`,
            ),
        )
        .compile();
      const [added] = await oneAtATime(db, AUDITS, [row, ...following]);
      return (added?.numAffectedRows ?? 0n) === 1n;
    },

    /** The lead, if it is there and has had fewer audits than so many within 24 hours. */
    async leadWithRoom(leadId: string | undefined, most: number, now: Instant): Promise<string | null> {
      if (leadId === undefined) return null;
      const { id } = await db
        .selectNoFrom(leadWithRoom(leadId, most, db.engine.instant(now)).as('id'))
        .executeTakeFirstOrThrow();
      return id;
    },

    /** How many unfinished audits a client has asked for. */
    async unfinishedOf(asker: string): Promise<number> {
      const { count } = await db.selectNoFrom(unfinishedOf(asker).as('count')).executeTakeFirstOrThrow();
      return Number(count);
    },

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
  };
}

/** How many wait: all, or those with a proof of work. */
function waitingCount(proved: boolean) {
  return sql<number>`(select count(*) from audits where ${UNFINISHED} and state = 'waiting' and proved >= ${sql.lit(Number(proved))})`;
}

function unfinishedOf(asker: string) {
  return sql<number>`(select count(*) from audits where ${UNFINISHED} and asker = ${asker})`;
}

function leadWithRoom(leadId: string | null, most: number, instant: RawBuilder<number>) {
  return sql<
    string | null
  >`(select id from leads where id = ${leadId} and (select count(*) from audits where lead_id = leads.id and created_at > ${instant} - ${sql.lit(DAY_MS)}) < ${most})`;
}

type StoredPicture = Pick<AuditPictureRow, 'type' | 'bytes'>;

/** The pictures that audits show, apart from them so that a list of audits reads none. */
function auditPictures(db: Database) {
  const shownBy = (token: string) =>
    db
      .selectFrom('audits')
      .innerJoin('audit_pictures', 'audit_pictures.visit_id', 'audits.visit_id')
      .where('audits.token', '=', token);
  return {
    /** Names of the pictures that are there, in the order of their names. */
    async pictureNames(
      token: string,
    ): Promise<Pick<AuditPictureRow, 'name' | 'type' | 'width' | 'height' | 'at_ms'>[]> {
      return shownBy(token)
        .select(['name', 'type', 'width', 'height', 'at_ms'])
        .orderBy('at_ms')
        .orderBy('name')
        .execute();
    },

    /** Undefined when there is none, or when the report has expired. */
    async picture(token: string, name: string, now: Instant): Promise<StoredPicture | undefined> {
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
  };
}

/** What `oneAtATime` locks while audits are counted, added or claimed. */
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

/** How many audits stand before one, on either engine. */
function auditQueue(db: Database) {
  return {
    /** @param place of an audit that waits, or would; absent: behind all with or without proof */
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

/** Audits, each with what was seen for it. */
export function auditsWithVisits(db: Kysely<Schema>) {
  return db
    .selectFrom('audits')
    .leftJoin('audit_visits', 'audit_visits.id', 'audits.visit_id')
    .selectAll('audits')
    .select(['audit_visits.facts', 'audit_visits.facts_version']);
}
