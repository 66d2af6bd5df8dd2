import type { FastifyRequest } from 'fastify';
import { audit } from '#content/pages/audit.ts';

import type { Lead } from '#domain/lead.ts';
import type { Refused } from '../../http/errors.ts';
import { fromStore, RETRY_STORE_SECONDS } from '../../http/from-store.ts';
import { widestKey } from '../../http/limits/client-key.ts';
import { rateLimit } from '../../http/limits/rate-limit.ts';
import { promisedBy } from '../../messages/promised-by.ts';
import { type LeadStory, leadStory } from '../../store/leads/events.ts';
import type { Log } from '../../system/log.ts';
import { within } from '../../system/within.ts';
import type { AuditRouteDeps } from './deps.ts';

/** A lead's visitor goes on to the next step after it, with or without the audit. In milliseconds. */
const ASKED_WITHIN_MS = 2_000;
/** When the page may ask again. In seconds. */
const AGAIN_S = 60;
/** How many audits of new leads this server queues in a second, at most: so a flood of leads does not slow down their storing. */
const MOST_A_SECOND = 20;
/** For so long a queue that was full is believed to be, at most. In milliseconds. */
const FULL_MS = 10_000;

/**
 * What queues the audit of each new lead, where that is soon done: not in a flood of leads, nor while the queue was
 * just full. Step 2 asks for what is left out, at the cost of that request.
 */
export function auditsOfNewLeads(deps: AuditRouteDeps, log: Pick<Log, 'error'>) {
  const pace = rateLimit(MOST_A_SECOND, () => performance.now(), 1_000);
  let fullUntil = 0;
  return async (lead: Pick<Lead, 'id' | 'email'>, address: string, proved: boolean): Promise<void> => {
    if (deps.mode === 'off' || performance.now() < fullUntil) return;
    const paced = pace.take('server', lead.id);
    if (!paced.ok) return;
    if (!deps.limit.take(address, permitOf(lead.id)).ok) return paced.giveBack();
    try {
      const asking = deps.leads.ask(lead, { asker: deps.links.clientHash(widestKey(address)), proved });
      const { kind } = await within(ASKED_WITHIN_MS, asking);
      if (kind === 'full' || kind === 'unproved') fullUntil = performance.now() + FULL_MS;
    } catch (error) {
      log.error({ err: error }, NOT_ASKED);
    }
  };
}

/** What step 2 is told of a lead's own audit; `by`: until when the lead's audit is promised, in words. */
export type LeadsAudit =
  | { readonly token: string; readonly by: string }
  | (Refused & { readonly by: string | undefined })
  /** No company can be told from the e-mail: nothing is wrong, and the visitor is to name a site. */
  | { readonly by: string };

/**
 * The audit of a lead whose visitor names no address: the newest one, or that of the e-mail's company. Where none can
 * be had now, for whatever reason, it says until when the promised one comes by mail.
 * @returns undefined where there is no such lead
 */
export async function leadsAudit(
  request: FastifyRequest,
  leadId: string,
  deps: AuditRouteDeps,
): Promise<LeadsAudit | undefined> {
  try {
    const story = await fromStore(leadStory(deps.db, leadId));
    return story && (await auditOf(story, request.ip, deps));
  } catch (error) {
    request.log.error({ err: error }, NOT_ASKED);
    return { status: 503, detail: audit.faults.store, retryAfter: RETRY_STORE_SECONDS, by: undefined };
  }
}

async function auditOf(story: LeadStory, address: string, deps: AuditRouteDeps): Promise<LeadsAudit> {
  const { lead } = story;
  const by = promisedBy('audit', story);
  const later = { status: 503, detail: audit.faults.byMail(by), retryAfter: AGAIN_S, by };
  if (!deps.limit.take(address, permitOf(lead.id)).ok) return later;
  const asker = deps.links.clientHash(widestKey(address));
  const asked = await fromStore(deps.leads.ask(lead, { asker, proved: false }));
  if (asked.kind === 'queued') return { token: asked.token, by };
  return asked.kind === 'no-site' ? { by } : later;
}

/** One for the lead and for its page. */
function permitOf(leadId: string): string {
  return `lead ${leadId}`;
}

const NOT_ASKED =
  'L’audit d’un nouveau contact n’a pas pu être mis en file. Le contact est enregistré et suit son cours ; la page suivante redemande l’audit. ' +
  'Vérifiez que la base de données répond et qu’il y a de la place sur son disque.';
