import type { Lead } from '#domain/lead.ts';
import { TO_NOTIFY } from '#server/store/leads/lead-state.ts';
import { someLead } from '../fakes/leads.ts';
import { messageBench, SETTINGS } from '../fakes/message-bench.ts';
import type { engines } from './engines.ts';

export const MINUTE = 60_000;
export const OWNER = SETTINGS.OWNER_EMAIL;

/** The outbox and the messages of one engine, with a worker that sends them and a clock that the test moves. */
export async function bundleBench(
  open: (typeof engines)[string],
  overrides: Parameters<typeof messageBench>[1] = {},
) {
  const own = await messageBench(open, overrides);
  const { db, clock } = own;
  const insertAll = async (count: number, heldBecause?: string) => {
    const leads: Lead[] = [];
    for (let n = 0; n < count; n += 1) leads.push(await own.insert(someLead(), heldBecause));
    return leads;
  };
  /** Lets time pass until everything is told that is due by then. */
  const forward = async (ms: number) => {
    clock.advance(ms);
    for (;;) {
      // Long enough for a round over a database: the time of the bench must not run away from it.
      await new Promise((resolve) => setTimeout(resolve, 10));
      const toTell = await db.selectFrom('outbox').select('lead_id').where(TO_NOTIFY).limit(1).execute();
      const due = await db
        .selectFrom('messages')
        .select('id')
        .where('state', '=', 'waiting')
        .where('due_at', '<=', clock.now())
        .limit(1)
        .execute();
      if (toTell.length + due.length === 0) return;
      clock.advance(100);
    }
  };
  return { ...own, insertAll, forward };
}

/** Counts how often the mails to the owner list this lead, by its reference. */
export const timesTold = (lead: Lead, sent: readonly { to: readonly string[]; text: string }[]) =>
  sent
    .filter(({ to }) => to[0] === OWNER)
    .reduce((sum, { text }) => sum + text.split(`: ${lead.id.slice(0, 8)}\n`).length - 1, 0);
