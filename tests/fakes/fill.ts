import { type RawBuilder, sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '#server/store/database.ts';

const DAY_MS = 86_400_000;
/** Over how many days the leads came. */
const DAYS = 60;
/** Rows in one statement. */
const CHUNK = 50_000;

export interface Filling {
  readonly delivered: number;
  readonly held: number;
  /** How many are waiting and refused by every strategy, due in an hour. */
  readonly refused?: number;
  /** The newest came just before. */
  readonly now: Instant;
  /** How many were filled in before. */
  readonly after?: number;
  /** Of the oldest leads, how many the owner's mail server has not let hear of: tried, and due again in an hour. */
  readonly stuck?: number;
  /** Audits of nobody's that are done, at most as many as leads; their reports have not expired. */
  readonly audits?: number;
}

/**
 * Fills a database of the newest version with leads as a server would have left them, in as few statements as it
 * takes: the delivered ones over 60 days, two to an e-mail address, their ids scattered as random ones are. Of each that
 * is not held, owner and visitor were told; nobody has answered, and the third reminder is long gone.
 */
export async function fill(db: Database, filling: Filling): Promise<void> {
  const { delivered, held, refused = 0, now, after = 0, stuck = 0, audits = 0 } = filling;
  const count = delivered + held + refused;
  const gap = Math.max(1, Math.floor((DAYS * DAY_MS) / Math.max(1, count)));
  for (let from = 0; from < count; from += CHUNK) {
    const until = Math.min(count, from + CHUNK);
    const numbers = db.engine.shared
      ? sql`generate_series(${from + after}::bigint, ${until + after - 1}::bigint) as n(i)`
      : sql`(with recursive n(i) as (select ${sql.lit(from + after)} union all select i + 1 from n where i + 1 < ${sql.lit(until + after)}) select i from n) as n`;
    const at = sql`(${now}${cast(db)} - (${sql.lit(count + after)} - i) * ${sql.lit(gap)})`;
    await sql`insert into leads (id, name, email, user_id, url, status, created_at)
      select ${idOf(db)}, 'Personne ' || i, 'personne' || (i / 2) || '@example.ch', 'usr_' || i, 'https://exemple.ch/sales', 'Cold', ${at}
      from ${numbers}`.execute(db);
    // Spreads held and refused leads evenly over the others.
    const kind = sql`case when (i * 7919) % ${sql.lit(count)} < ${sql.lit(held)} then 'held' when (i * 7919) % ${sql.lit(count)} < ${sql.lit(held + refused)} then 'refused' else 'delivered' end`;
    const told = sql`from (select ${idOf(db)} as id, ${at} as at, i, ${kind} as kind from ${numbers}) as told where kind <> 'held'`;
    await sql`insert into outbox (lead_id, state, due_at, attempts, delivered_at, remote_id, held_because, refused_at)
      select id, case kind when 'delivered' then 'delivered' else 'waiting' end,
        case kind when 'refused' then ${now}${cast(db)} + 3600000 + i else at end,
        case kind when 'held' then 0 else 1 end,
        case kind when 'delivered' then at + 800 + i % 5000 end,
        case kind when 'delivered' then 'rec' || i end,
        case kind when 'held' then 'Champ piège rempli, preuve de travail absente.' end,
        case kind when 'refused' then at end
      from (select ${idOf(db)} as id, ${at} as at, i, ${kind} as kind from ${numbers}) as leads_to_be`.execute(
      db,
    );
    await sql`insert into lead_events (id, lead_id, at, kind, "by") select 'event' || i, id, at, 'received', 'visitor' ${told}`.execute(
      db,
    );
    for (const message of ['owner-lead', 'visitor-lead', 'owner-reminder']) {
      const of = (values: string) => sql`${values}${text(db)}`;
      const isStuck = sql`(${of(message)} = 'owner-lead' and i - ${sql.lit(after)} < ${sql.lit(stuck)})`;
      await sql`insert into messages (id, kind, channel, recipient, lead_id, address_key, state, created_at, due_at, attempts, last_error, sent_at, receipt)
        select ${of(message)} || i, ${of(message)}, 'mail', ${of(message.split('-')[0] ?? '')}, id, case when ${of(message)} = 'visitor-lead' then 'key' || (i / 2) end,
          case when ${isStuck} then 'waiting' else 'sent' end, at, case when ${isStuck} then ${now}${cast(db)} + 3600000 else at end, 1,
          case when ${isStuck} then '451 Later' end, case when ${isStuck} then null else at + 900 end, case when ${isStuck} then null else '250 Ok' end ${told}`.execute(
        db,
      );
    }
    await sql`insert into audit_visits (id, facts, facts_version) select 'token' || i, ${FACTS}, 1
      from ${numbers} where i - ${sql.lit(after)} < ${sql.lit(audits)}`.execute(db);
    await sql`insert into audits (token, url, scheme_typed, host, state, proved, visit_id, created_at, started_at, ended_at, measured_at, expires_at)
      select 'token' || i, 'https://site' || i || '.example/', 0, 'site' || i || '.example', 'done', 1, 'token' || i, at, at, at + 20000, at + 20000, ${now}${cast(db)} + 1000000
      from (select ${at} as at, i from ${numbers}) as audits_to_be where i - ${sql.lit(after)} < ${sql.lit(audits)}`.execute(
      db,
    );
  }
}

/** As long as those of a small site. */
const FACTS = JSON.stringify({ version: 1, filler: 'x'.repeat(3_000) });

function text(db: Database): RawBuilder<unknown> {
  return db.engine.shared ? sql`::text` : sql``;
}

function cast(db: Database): RawBuilder<unknown> {
  return db.engine.shared ? sql`::bigint` : sql``;
}

/** A uuid made of a number: its first digits are scattered, its last ones make it unique. */
function idOf(db: Database): RawBuilder<string> {
  const scattered = sql`((i * 2654435761) & 4294967295)`;
  return db.engine.shared
    ? sql`lpad(to_hex(${scattered}), 8, '0') || '-0000-4000-8000-' || lpad(to_hex(i), 12, '0')`
    : sql`printf('%08x-0000-4000-8000-%012x', ${scattered}, i)`;
}
