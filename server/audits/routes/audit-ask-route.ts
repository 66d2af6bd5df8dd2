import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ADDRESS_REFUSED } from '#content/audit.ts';
import { audit } from '#content/pages/audit.ts';
import { HIDDEN_FIELDS } from '#domain/hidden-fields.ts';
import type { Lead } from '#domain/lead.ts';
import { type Refused, sendRefusal } from '../../http/errors.ts';
import { isOwnOrigin, typedText } from '../../http/forms.ts';
import { fromStore, RETRY_STORE_SECONDS } from '../../http/from-store.ts';
import { widestKey } from '../../http/limits/client-key.ts';
import { rateLimit } from '../../http/limits/rate-limit.ts';
import { acceptsHtml, PRIVATE, sendTypedPage } from '../../http/send-page.ts';
import { promisedBy } from '../../messages/promised-by.ts';
import { readTypedAddress } from '../../outgoing/typed-address.ts';
import { type LeadStory, leadStory } from '../../store/leads/events.ts';
import type { Log } from '../../system/log.ts';
import { within } from '../../system/within.ts';
import { askAudit } from '../queue/ask-audit.ts';
import { addressPage, sentencePage, type TypedAudit } from '../report/audit-pages.tsx';
import type { AuditRouteDeps } from './audit-read-routes.ts';

const words = audit.faults;
const SENTENCES = {
  often: words.unfinished,
  full: words.full,
  unproved: words.full,
  seen: words.seen,
  failed: words.failed,
};

interface AskFields extends TypedAudit {
  readonly proof: unknown;
  readonly trap: unknown;
}

type AskAnswer = LeadsAudit | (({ readonly token: string } | Refused) & { readonly by?: undefined });

/** POST /api/audits: JSON from the script, a form from the page without JavaScript. */
export function askRoute(app: FastifyInstance, deps: AuditRouteDeps): void {
  app.post('/api/audits', async (request, reply) => {
    const { body } = request;
    if (!isOwnOrigin(request, deps.publicUrl))
      return sendRefusal(reply, { status: 403, detail: words.origin });
    if (body instanceof URLSearchParams) return answerForm(request, reply, body, deps);
    if (request.headers['content-type'] === undefined)
      return sendRefusal(reply, { status: 415, detail: 'Le contenu doit être du JSON ou un formulaire.' });
    const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
    const given = readAskFields((name) => fields[name]);
    const outcome = await askForLeadOrAddress(request, given, deps);
    const { by } = outcome;
    if ('status' in outcome) return sendRefusal(reply, outcome, { by });
    if (!('token' in outcome)) return reply.headers(PRIVATE).send({ by });
    const { token } = outcome;
    return reply
      .code(202)
      .headers(PRIVATE)
      .send({ token, page: `/audit/${token}`, by });
  });
}

async function answerForm(
  request: FastifyRequest,
  reply: FastifyReply,
  body: URLSearchParams,
  deps: AuditRouteDeps,
) {
  const given = readAskFields((name) => body.get(name));
  const outcome = await askForAddress(request, given, deps);
  if ('token' in outcome) return reply.headers(PRIVATE).redirect(`/audit/${outcome.token}`, 303);
  if (!acceptsHtml(request)) return sendRefusal(reply, outcome);
  if (outcome.retryAfter !== undefined) reply.header('retry-after', outcome.retryAfter);
  const page =
    deps.mode === 'off' ? sentencePage(audit.form.title, outcome.detail) : addressPage(outcome.detail, given);
  return sendTypedPage(reply, outcome.status, page);
}

/** The audit that follows from a lead, where no address is given; otherwise that of the address. */
async function askForLeadOrAddress(
  request: FastifyRequest,
  given: AskFields,
  deps: AuditRouteDeps,
): Promise<AskAnswer> {
  const leadId = given.url === '' && deps.mode !== 'off' ? leadOf(given, deps) : undefined;
  const ofLead = leadId === undefined ? undefined : await auditOfLead(request, leadId, deps);
  return ofLead ?? askForAddress(request, given, deps);
}

function leadOf({ lead }: AskFields, { links, now }: AuditRouteDeps): string | undefined {
  return lead === '' ? undefined : links.read('reference', lead, now());
}

/** Address, then rate limit, then proof of work, then the queue: what is cheap to refuse comes first. */
async function askForAddress(
  request: FastifyRequest,
  given: AskFields,
  deps: AuditRouteDeps,
): Promise<{ readonly token: string } | Refused> {
  const { url, proof, trap } = given;
  if (deps.mode === 'off') return { status: 503, detail: words.off };
  const address = readTypedAddress(url, deps.ownAddresses);
  if (!address.ok) {
    const message = ADDRESS_REFUSED[address.refusal];
    return { status: 422, detail: message, errors: [{ field: 'url', message }] };
  }
  const permit = deps.limit.take(request.ip, crypto.randomUUID());
  if (!permit.ok) return { status: 429, detail: words.often, retryAfter: permit.retryAfterSeconds };
  try {
    const checked = await deps.proofs.check(proof, `audit ${address.url}`);
    const trapped = trap !== undefined && trap !== null && trap !== '';
    const asked = {
      address: { url: address.url, schemeTyped: address.schemeTyped },
      leadId: leadOf(given, deps),
      asker: deps.links.clientHash(widestKey(request.ip)),
      proved: checked.proof === 'good' && !trapped,
    };
    const outcome = await fromStore(askAudit(deps, asked));
    if (outcome.kind === 'queued') return outcome;
    const { kind, retryAfterSeconds } = outcome;
    // Who goes on asking beyond the share of one client uses up the permits too.
    if (kind !== 'often') permit.giveBack();
    const isPromised = kind === 'failed' && asked.leadId !== undefined;
    const sentence = isPromised ? words.failedPromised : SENTENCES[kind];
    return {
      status: kind === 'full' ? 503 : 429,
      detail: sentence(audit.inAbout(retryAfterSeconds)),
      retryAfter: retryAfterSeconds,
    };
  } catch (error) {
    permit.giveBack();
    request.log.error({ err: error }, NOT_STORED);
    return { status: 503, detail: words.store, retryAfter: RETRY_STORE_SECONDS };
  }
}

function readAskFields(read: (name: string) => unknown): AskFields {
  return {
    url: typedText(read('url')),
    lead: typedText(read('lead')),
    proof: read(HIDDEN_FIELDS.proof),
    trap: read(HIDDEN_FIELDS.trap),
  };
}

const NOT_STORED =
  'Une demande d’audit n’a pas pu être enregistrée et n’a pas été confirmée. Ce qui est enregistré est intact. ' +
  'Vérifiez que la base de données répond et qu’il y a de la place sur son disque.';

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
type LeadsAudit =
  | { readonly token: string; readonly by: string }
  | (Refused & { readonly by: string | undefined })
  /** No company can be told from the e-mail: nothing is wrong, and the visitor is to name a site. */
  | { readonly by: string };

/**
 * The audit of a lead whose visitor names no address: the newest one, or that of the e-mail's company. Where none can
 * be had now, for whatever reason, it says until when the promised one comes by mail.
 * @returns undefined where there is no such lead
 */
async function auditOfLead(
  request: FastifyRequest,
  leadId: string,
  deps: AuditRouteDeps,
): Promise<LeadsAudit | undefined> {
  try {
    const story = await fromStore(leadStory(deps.db, leadId));
    return story && (await auditOfStory(story, request.ip, deps));
  } catch (error) {
    request.log.error({ err: error }, NOT_ASKED);
    return { status: 503, detail: audit.faults.store, retryAfter: RETRY_STORE_SECONDS, by: undefined };
  }
}

async function auditOfStory(story: LeadStory, address: string, deps: AuditRouteDeps): Promise<LeadsAudit> {
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
