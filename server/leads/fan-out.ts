import type { CompiledQuery } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { Lead } from '#domain/lead.ts';
import { idAfter, mailId } from '../messages/ids.ts';
import type { Links } from '../messages/links.ts';
import { BETWEEN_ROUNDS_MS } from '../messages/message-worker.ts';
import { messagesQuery } from '../messages/new-message.ts';
import { promisesMade } from '../messages/promised-by.ts';
import { type CausedBy, type VisitorMails, visitorMails } from '../messages/visitor-mails.ts';
import { type Loop, POLL_MS, RETRY_MS, startLoop } from '../queue/loop.ts';
import { type Database, inTransaction } from '../store/database.ts';
import { eventQuery } from '../store/leads/events.ts';
import { leadsById } from '../store/leads/lead-reader.ts';
import { TO_NOTIFY } from '../store/leads/lead-state.ts';
import type { StoredLead } from '../store/leads/lead-store.ts';
import { required, untilDecided } from '../store/outdated.ts';
import type { Clock } from '../system/clock.ts';
import type { Log } from '../system/log.ts';

/** Leads in one transaction: few, so that visitors whose leads are stored meanwhile do not wait for it. */
const BATCH = 20;

export interface FanOutDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly links: Links;
  /** Address that mails come from. */
  readonly sender: string;
  readonly webhook: boolean;
  /** Called when a message may be due. */
  readonly wake: () => void;
  /** Told of each lead that was held and is released, once its first messages are made. */
  readonly released?: ((lead: Lead) => void) | undefined;
}

/** Makes the first messages of every new lead, until it is stopped. */
export function startFanOut(deps: FanOutDeps, log: Pick<Log, 'error'>): Loop {
  const round = async () => {
    try {
      return (await fanOut(deps)) > 0 ? BETWEEN_ROUNDS_MS : POLL_MS;
    } catch (error) {
      log.error(
        { err: error },
        'Les messages d’un nouveau contact n’ont pas pu être préparés. Rien n’est perdu, un nouvel essai suit dans quelques secondes. ' +
          'Si cette ligne revient, vérifiez que la base de données répond et qu’il y a de la place sur son disque.',
      );
      return RETRY_MS;
    }
  };
  return startLoop(deps.clock, round, BETWEEN_ROUNDS_MS);
}

/**
 * Makes the messages (owner, visitor, webhook) and the first event of up to 20 leads whose
 * `tell_since` is set, and empties it: all in one transaction, which is made anew where a lead was held, erased or told of meanwhile.
 * @returns the number of leads
 */
export async function fanOut(deps: FanOutDeps): Promise<number> {
  const { db } = deps;
  const leads = await untilDecided(async () => {
    const waiting = await leadsToNotify(db);
    const queries = waiting.length === 0 ? [] : await queriesFor(deps, waiting);
    // So many statements may take longer than a visitor is let wait.
    await (db.engine.shared ? inTransaction(db, queries) : db.atomically(queries));
    return waiting;
  });
  if (leads.length === 0) return 0;
  deps.wake();
  for (const lead of leads) if (lead.released === 1) deps.released?.(lead);
  return leads.length;
}

/** A lead and where it came from; the messages about one that was held and released stand behind all others. */
interface LeadToTell extends StoredLead, CausedBy {}

/** The longest waiting first, but those that were held and released after all others. */
async function leadsToNotify(db: Database): Promise<LeadToTell[]> {
  const waiting = await db
    .selectFrom('outbox')
    .select(['lead_id', 'released', 'client_key as client'])
    .where(TO_NOTIFY)
    .orderBy('released')
    .orderBy('tell_since')
    .limit(BATCH)
    .execute();
  if (waiting.length === 0) return [];
  const byId = await leadsById(
    db,
    waiting.map(({ lead_id }) => lead_id),
  );
  return waiting.flatMap(({ lead_id, ...from }) => {
    const lead = byId.get(lead_id);
    return lead ? [{ ...lead, ...from }] : [];
  });
}

async function queriesFor(deps: FanOutDeps, leads: readonly LeadToTell[]): Promise<CompiledQuery[]> {
  const now = deps.clock.now();
  const mails = await visitorMails(deps.db, {
    instant: deps.db.engine.instant(now),
    now,
    links: deps.links,
    emails: leads.map(({ email }) => email),
  });
  return leads.flatMap((lead) => queriesOf(deps, lead, now, mails));
}

function queriesOf(
  { db, sender, webhook }: FanOutDeps,
  lead: LeadToTell,
  now: Instant,
  mails: VisitorMails,
): CompiledQuery[] {
  // With the time, so that a lead that is sent again after its erasure gets messages of its own.
  const cause = `${lead.id} ${lead.createdAt}`;
  const common = { lead_id: lead.id, released: lead.released };
  const mail = (kind: 'owner-lead' | 'visitor-lead') => ({
    ...common,
    id: mailId(idAfter(cause, kind), sender),
    kind,
  });
  return [
    required(
      db
        .updateTable('outbox')
        .set({ tell_since: null, client_key: null })
        .where('lead_id', '=', lead.id)
        .where(TO_NOTIFY)
        .compile(),
    ),
    eventQuery(db, {
      id: idAfter(cause, 'event'),
      leadId: lead.id,
      kind: 'received',
      by: 'visitor',
      at: lead.createdAt,
      detail: promisesMade('received', lead.createdAt),
    }),
    ...(lead.released === 1
      ? [
          eventQuery(db, {
            id: idAfter(cause, 'released'),
            ...{ leadId: lead.id, kind: 'released', by: 'owner', at: { now } },
            detail: promisesMade('released', now),
          }),
        ]
      : []),
    messagesQuery(db, now, [
      mail('owner-lead'),
      { ...mail('visitor-lead'), ...mails.next(lead.email, lead) },
      ...(webhook
        ? [{ ...common, id: `msg_${idAfter(cause, 'webhook')}`, kind: 'webhook-lead' as const }]
        : []),
    ]),
  ];
}
