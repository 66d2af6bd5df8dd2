import { sql } from 'kysely';
import { office } from '#content/office.ts';
import type { Instant } from '#domain/instant.ts';
import { weekOf } from '#domain/working-time.ts';
import { mailId } from '../messages/ids.ts';
import { messagesQuery, type ServerMailDeps } from '../messages/new-message.ts';

const DAY_MS = 24 * 60 * 60_000;
/** After a longer outage only the last weeks are reported. */
const MOST_MISSED = 4;

/**
 * Makes the weekly mails, each due when the office opens after its week. The row of a week exists from the first day
 * of the week on, under an id derived from its Monday: a restart loses none.
 * Weeks missed during an outage are added, but none from before the first weekly mail.
 * @param now the server's own clock
 */
export async function enqueueWeekMail({ db, links, sender }: ServerMailDeps, now: Instant): Promise<void> {
  const instant = db.engine.instant(now);
  // Remove the mails about future weeks that a clock made while it ran ahead.
  await db
    .deleteFrom('messages')
    .where(sql<boolean>`kind = 'owner-week'`)
    .where('created_at', '>', sql<number>`${instant} + ${DAY_MS}`)
    .execute();
  // The engine's clock, so that servers whose own clocks differ agree on the week.
  const { now: at, first } = await db
    .selectNoFrom((e) => [
      e
        .selectFrom('messages')
        .select((f) => f.fn.min('created_at').as('first'))
        .where(sql<boolean>`kind = 'owner-week'`)
        .as('first'),
      instant.as('now'),
    ])
    .executeTakeFirstOrThrow();
  const since = first ?? at;
  let week = weekOf(office, at);
  const weeks = [week];
  while (weeks.length <= MOST_MISSED) {
    week = weekOf(office, week.from - DAY_MS);
    if (week.to <= since) break;
    weeks.push(week);
  }
  await db.atomically([
    messagesQuery(
      db,
      at,
      weeks.map(({ monday, from, to, after }) => ({
        id: mailId(links.keyedHash(`week ${monday}`), sender),
        kind: 'owner-week' as const,
        lead_id: null,
        dueAt: after,
        detail: { from, to },
      })),
    ),
  ]);
}
