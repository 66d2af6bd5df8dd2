import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { isMailAddress } from '../config/env.ts';
import type { Database } from '../store/database.ts';
import { toLead } from '../store/lead-row.ts';
import type { ClaimedMessage } from './claim.ts';
import { eventQuery } from './events.ts';
import { idAfter, mailId } from './ids.ts';
import type { Links } from './links.ts';
import { messagesQuery } from './new-message.ts';
import { reminderDue } from './reminders.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Of one visitor's address, and of all: somebody else's mailbox is no place for our mails, nor a provider's limits. */
export const VISITOR_MAILS_A_DAY = { perAddress: 2, together: 400 } as const;

export interface FanOutDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly links: Links;
  /** Address that mails come from. */
  readonly sender: string;
  readonly webhook: boolean;
  /** Something may be due. */
  readonly wake: () => void;
}

/**
 * Turns the order to tell of a lead into its messages (owner, visitor, webhook, first reminder) and its first event,
 * and takes the order away: all in one act, which may be carried out twice.
 */
export async function fanOut(deps: FanOutDeps, order: ClaimedMessage, owner: string): Promise<void> {
  const { db, clock, sender, webhook } = deps;
  const row = await db
    .selectFrom('leads')
    .selectAll()
    .where('id', '=', order.lead_id ?? '')
    .executeTakeFirst();
  // Erased meanwhile, and the order with it.
  if (row === undefined) return;
  const lead = toLead(row);
  const now = clock.now();
  const common = { lead_id: lead.id };
  const mail = (kind: 'owner-lead' | 'owner-reminder' | 'visitor-lead') => ({
    ...common,
    id: mailId(idAfter(order.id, kind), sender),
    kind,
  });
  const reminder = { step: 1, since: now };
  const visitor = { ...mail('visitor-lead'), ...(await visitorState(deps, lead.email, now)) };
  await db.together([
    eventQuery(db, {
      id: idAfter(order.id, 'event'),
      leadId: lead.id,
      kind: 'received',
      by: 'visitor',
      at: lead.createdAt,
    }),
    messagesQuery(db, now, [
      mail('owner-lead'),
      visitor,
      ...(webhook
        ? [{ ...common, id: `msg_${idAfter(order.id, 'webhook')}`, kind: 'webhook-lead' as const }]
        : []),
      { ...mail('owner-reminder'), detail: reminder, dueAt: reminderDue(reminder, now) },
    ]),
    db
      .deleteFrom('messages')
      .where('id', '=', order.id)
      .where('lease_owner', '=', owner)
      .where(sql<boolean>`state = 'waiting'`)
      .compile(),
  ]);
  deps.wake();
}

/** A visitor's mail that is not owed is written down all the same, with the reason. */
async function visitorState({ db, links }: FanOutDeps, email: string, now: number) {
  if (!isMailAddress(email))
    return { state: 'dropped', last_error: 'L’adresse ne permet pas d’envoyer un e-mail.' } as const;
  const address_key = links.addressKey(email);
  const lately = () =>
    db
      .selectFrom('messages')
      .select((e) => e.fn.countAll().as('count'))
      .where('created_at', '>', sql<number>`${db.engine.instant(now)} - ${DAY_MS}`)
      .where('state', '<>', 'dropped');
  const [own, all] = await Promise.all([
    lately().where('address_key', '=', address_key).executeTakeFirstOrThrow(),
    lately().where(sql<boolean>`recipient = 'visitor'`).executeTakeFirstOrThrow(),
  ]);
  const { perAddress, together } = VISITOR_MAILS_A_DAY;
  if (Number(own.count) >= perAddress)
    return {
      address_key,
      state: 'dropped',
      last_error: 'Cette adresse a déjà reçu nos e-mails du jour.',
    } as const;
  if (Number(all.count) >= together)
    return {
      address_key,
      state: 'dropped',
      last_error: 'Les e-mails du jour aux visiteurs sont épuisés.',
    } as const;
  return { address_key };
}
