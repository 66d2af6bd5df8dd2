import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CompiledQuery } from 'kysely';
import { emailSlip } from '#content/email-slip.ts';
import { fieldsToCorrect } from '#content/fields-to-correct.ts';
import { faultNames } from '#content/lead-fields.ts';
import { proposedEmail } from '#domain/email-slips.ts';
import type { FieldError, Parsed } from '#domain/errors.ts';
import { FORM_ADDRESS, PAGE_FIELD, SOURCE_FIELD } from '#domain/form-page.ts';
import { AGE_FIELD, HIDDEN_FIELDS } from '#domain/hidden-fields.ts';
import { type Lead, type LeadContent, parseLead } from '#domain/lead.ts';
import { siteOfEmail } from '#domain/site-of-email.ts';
import { withLeadId } from '#site/lead/lead-id.ts';
import type { Secret } from '../../config/secrets.ts';
import { sendProblem, UNREADABLE_BODY, unreadableBody } from '../../http/errors.ts';
import { isOwnOrigin, postedFrom, typedText } from '../../http/forms.ts';
import { fromStore, RETRY_STORE_SECONDS } from '../../http/from-store.ts';
import { clientKey, widestKey } from '../../http/limits/client-key.ts';
import type { Permit } from '../../http/limits/rate-limit.ts';
import type { ServiceLimit } from '../../http/limits/shared-rate-limit.ts';
import { sendTypedPage, wantsPage } from '../../http/send-page.ts';
import { type Links, leadReference } from '../../messages/links.ts';
import type { LeadReader, SentBy, SubmitOutcome } from '../../store/leads/lead-store.ts';
import { pageWithSource } from '../../visits/request-source.ts';
import type { Visits } from '../../visits/visits.ts';
import { type AssessDeps, type Assessment, assessLead, type Received } from '../assess-lead.ts';
import type { LateLeads } from '../erasure/late.ts';
import { formLeadId, lacksField, leadFromForm, type TypedForm, typedForm } from '../form-lead.ts';
import { leadFormPage } from '../pages/lead-form-page.tsx';
import { type StoreLeadDeps, storeLead, storePostedForm } from '../store-lead.ts';

const REFUSALS = {
  conflict: { status: 409, detail: 'Cet identifiant désigne déjà une autre demande.' },
  origin: { status: 403, detail: 'Cette demande vient d’un autre site.' },
  ...UNREADABLE_BODY,
  invalid: { status: 422, detail: fieldsToCorrect(1) },
  slip: { status: 422, detail: 'Vérifiez d’abord votre e-mail.' },
  often: { status: 429, detail: 'Trop de demandes viennent de cette connexion. Réessayez dans un instant.' },
  store: {
    status: 503,
    detail:
      'Votre demande n’a pas pu être enregistrée. Elle n’est pas perdue : envoyez-la à nouveau dans un instant.',
  },
} as const;

interface Refusal {
  readonly why: keyof typeof REFUSALS;
  readonly errors?: readonly FieldError[];
  readonly retryAfterSeconds?: number;
  /** What a visitor typed into the form without JavaScript. */
  readonly typed?: TypedForm;
  /** The page that it was posted from, as a path. */
  readonly page?: string;
  /** What the page's script has added to it. */
  readonly session?: Pick<Lead, 'userId' | 'url'>;
}

/** Answers a lead that was not stored: to a browser's form with a page that holds the form again, else with a problem. */
function refuseLead(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { status } = REFUSALS[refusal.why];
  const detail =
    refusal.why === 'invalid' && refusal.errors
      ? fieldsToCorrect(refusal.errors.length)
      : REFUSALS[refusal.why].detail;
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
  if (!isFormOfBrowser(request)) return sendProblem(reply, status, detail, { errors: refusal.errors });
  const { errors, typed = typedForm(() => ''), page, session } = refusal;
  return sendTypedPage(
    reply,
    status,
    leadFormPage({ detail, typed, page, session, ...(errors !== undefined && { errors }) }),
  );
}

function isFormOfBrowser(request: FastifyRequest): boolean {
  return request.headers['content-type'] !== undefined && wantsPage(request);
}

export interface LeadsDeps extends StoreLeadDeps, AssessDeps {
  readonly reader: LeadReader;
  readonly limit: ServiceLimit;
  readonly links: Links;
  /** Key of the ids that are derived from a form's content. */
  readonly formKey: Secret;
  /** Returns a number in [0, 1). */
  readonly random: () => number;
  /** Origin of the site. */
  readonly publicUrl: string;
  /** Asks for the audit that follows from a new lead, as the client at that address. Never rejects. */
  readonly askForAudit: (lead: Lead, address: string, proved: boolean) => Promise<void>;
  readonly visits: Visits;
  readonly late: LateLeads;
}

/** What the handlers of one server share. */
interface TakeDeps extends LeadsDeps {
  /** Leads that are being stored, by their id. */
  readonly underWay: Map<string, Promise<SubmitOutcome>>;
}

/** POST /api/leads: JSON from the script, a form from the page without JavaScript. */
export function leadsRoute(app: FastifyInstance, given: LeadsDeps): void {
  const deps: TakeDeps = { ...given, underWay: new Map() };
  app.post('/api/leads', { errorHandler: refuseUnreadable }, async (request, reply) => {
    const { body } = request;
    if (!isOwnOrigin(request, deps.publicUrl)) return refuseLead(request, reply, { why: 'origin' });
    if (body instanceof URLSearchParams) return takeForm(request, reply, body, deps);
    if (request.headers['content-type'] === undefined) return refuseLead(request, reply, { why: 'type' });
    return takeJson(request, reply, body, deps);
  });
}

/** For a body that could not be read. */
function refuseUnreadable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const why = unreadableBody(error);
  if (why === undefined) throw error;
  refuseLead(request, reply, { why });
}

async function takeJson(request: FastifyRequest, reply: FastifyReply, body: unknown, deps: TakeDeps) {
  const parsed = parseLead(body, faultNames);
  if (!parsed.ok) return refuseLead(request, reply, { why: 'invalid', errors: parsed.errors });
  const fields = body as Record<string, unknown>;
  const asked = fields[HIDDEN_FIELDS.asked];
  const meant = asked === undefined ? undefined : proposedEmail(typedText(fields.email), typedText(asked));
  if (meant !== undefined) {
    const errors = [{ field: HIDDEN_FIELDS.asked, message: emailSlip.asked(meant) }];
    return refuseLead(request, reply, { why: 'slip', errors });
  }
  const hidden = { trap: fields[HIDDEN_FIELDS.trap], proof: fields[HIDDEN_FIELDS.proof] };
  const said = typedText(fields[SOURCE_FIELD]);
  const isKept = hidden.trap === undefined && hidden.proof === undefined;
  const notLate = isKept ? deps.late.notLate(parsed.value, ageIn(fields[AGE_FIELD])) : undefined;
  const taken = await take(request, parsed.value, hidden, said, notLate, deps);
  if (typeof taken !== 'string') return refuseLead(request, reply, taken);
  if (taken === 'conflict') return refuseLead(request, reply, { why: 'conflict' });
  const { id, status, email } = parsed.value;
  return (
    reply
      .code(taken === 'created' ? 201 : 200)
      .header('cache-control', 'no-store')
      // The site that step 2 says is being looked at: that of everybody, whether or not the lead is held.
      .send({ id, status, reference: referenceTo(id, deps), site: siteOfEmail(email) })
  );
}

/** Until then the same form again is a second click. */
const SECOND_CLICK_MS = 60_000;

async function takeForm(request: FastifyRequest, reply: FastifyReply, body: URLSearchParams, deps: TakeDeps) {
  const typed = typedForm((field) => typedText(body.get(field)));
  if (lacksField(typed)) return reply.redirect(FORM_ADDRESS, 303);
  const { formKey: key, random } = deps;
  const posted = postedFrom(request, body.get(PAGE_FIELD), deps.publicUrl);
  const page = pageWithSource(posted, typedText(body.get(SOURCE_FIELD)));
  const client = clientKey(request.ip);
  const context = { nowMs: deps.now(), random, pageUrl: `${deps.publicUrl}${page}`, key, client };
  const ofPage = await leadOfPage(body);
  // A form that is shown again goes on under the same session.
  const session = ofPage?.ok && { session: ofPage.value };
  const parsed = ofPage?.ok ? ofPage : leadFromForm(typed, context);
  if (!parsed.ok)
    return refuseLead(request, reply, { why: 'invalid', errors: parsed.errors, typed, page, ...session });
  const meant = proposedEmail(typed.email, typedText(body.get(HIDDEN_FIELDS.asked)));
  if (meant !== undefined && wantsPage(request))
    return refuseLead(request, reply, { why: 'slip', typed, page, ...session });
  const lead = parsed.value;
  const permit = await permitFor(request, lead, deps);
  // A form spends the permit even when its lead is stored already: otherwise the limit would reveal that it is.
  if (!permit.ok) return refuseLead(request, reply, { ...permit, typed, page, ...session });
  const hidden = { trap: body.get(HIDDEN_FIELDS.trap), proof: body.get(HIDDEN_FIELDS.proof) };
  const assessed = await assessLead(lead, hidden, deps, !permit.again);
  try {
    const idOf = (nth: number) => (nth === 0 ? lead.id : formLeadId(typed, context, nth));
    const { id, created, at } = await fromStore(
      storePostedForm(deps, lead, idOf, assessed.heldBecause, sentBy(request, lead, '', deps)),
    );
    if (!created) assessed.arrival?.undo();
    // The page that follows shows it, and asks for nothing itself.
    if (created && assessed.heldBecause === undefined)
      await deps.askForAudit({ ...lead, id }, request.ip, assessed.proved);
    const { name, email } = lead;
    const query = `name=${encodeURIComponent(name)}&email=${encodeURIComponent(email)}`;
    // The id of a form without a session is that of everybody who types the same behind the same address: but for a second
    // click, what has come to the lead since is not theirs to see.
    const isOwn = (ofPage?.ok === true && id === lead.id) || deps.now() - at < SECOND_CLICK_MS;
    return reply.redirect(`/introduction?${query}${isOwn ? `&ref=${referenceTo(id, deps)}` : ''}`, 303);
  } catch (error) {
    permit.giveBack();
    assessed.arrival?.undo();
    return refuseLead(request, reply, { ...notStored(request, error), typed, page, ...session });
  }
}

/**
 * The lead of a form that a page with a script has posted all the same (site/lead/sending.ts), under the id that the
 * script has tried to send it by, and keeps it by; undefined where no script has filled in what it adds.
 */
async function leadOfPage(body: URLSearchParams): Promise<Parsed<Lead> | undefined> {
  if (!body.has('userId') || !body.has('url')) return undefined;
  const values: Record<string, string> = {};
  for (const [name, text] of body) if (!BESIDE_THE_LEAD.includes(name)) values[name] = text;
  return parseLead(await withLeadId(values as LeadContent), faultNames);
}

/** Fields of a form that are no part of what its lead is named by. */
const BESIDE_THE_LEAD: readonly string[] = [...Object.values(HIDDEN_FIELDS), PAGE_FIELD];

function sentBy(request: FastifyRequest, { url }: Lead, said: string, { links, visits }: LeadsDeps): SentBy {
  return {
    client: links.clientHash(widestKey(request.ip)),
    origin: visits.originOf(request, url, said),
  };
}

function ageIn(given: unknown): number | undefined {
  return typeof given === 'number' && given >= 0 ? given : undefined;
}

function referenceTo(leadId: string, { links, now }: LeadsDeps): string {
  return leadReference(links, leadId, now());
}

type NotTaken = { readonly why: 'often' | 'store'; readonly retryAfterSeconds: number };

function notStored(request: FastifyRequest, error: unknown): NotTaken {
  request.log.error(
    { err: error },
    'Une demande n’a pas pu être enregistrée et n’a pas été confirmée : le navigateur la garde et la renverra. ' +
      'Ce qui est déjà enregistré est intact. Vérifiez que la base de données répond et qu’il y a de la place sur son disque.',
  );
  return { why: 'store', retryAfterSeconds: RETRY_STORE_SECONDS };
}

type LeadPermit = (Permit & { readonly ok: true }) | (NotTaken & { readonly ok: false });

/** Takes a permit of the client's rate limit, or says why there is none. */
async function permitFor(request: FastifyRequest, lead: Lead, { limit }: LeadsDeps): Promise<LeadPermit> {
  try {
    const permit = await limit.take(request.ip, lead.id);
    return permit.ok ? permit : { ...permit, why: 'often' };
  } catch (error) {
    return { ...notStored(request, error), ok: false };
  }
}

/**
 * Stores a lead. Only a new lead counts against the client's rate limit; sending a stored one again does not. That
 * reveals nothing to strangers: only who knows the session can make the id. What a browser has kept of somebody who was
 * erased since is answered like a new lead and not stored, so that its answer tells nobody of the erasure.
 */
async function take(
  request: FastifyRequest,
  lead: Lead,
  hidden: Received,
  said: string,
  notLate: CompiledQuery | undefined,
  deps: TakeDeps,
): Promise<SubmitOutcome | NotTaken> {
  const permit = await permitFor(request, lead, deps);
  if (!permit.ok && permit.why === 'store') return permit;
  let assessed: Assessment | undefined;
  let outcome: SubmitOutcome | undefined;
  try {
    // The same lead may be just being stored, by a first click that took the last permit.
    if (!permit.ok) await deps.underWay.get(lead.id)?.catch(() => {});
    if (!permit.ok && (await fromStore(deps.reader.byId(lead.id))) === undefined) return permit;
    assessed = await assessLead(lead, hidden, deps, permit.ok && !permit.again);
    const by = { ...sentBy(request, lead, said, deps), notLate };
    const storing = fromStore(storeLead(deps, lead, assessed.heldBecause, by));
    deps.underWay.set(lead.id, storing);
    outcome = await storing.finally(() => {
      // A later request with the same id may have replaced the entry.
      if (deps.underWay.get(lead.id) === storing) deps.underWay.delete(lead.id);
    });
    if (outcome === 'late') {
      assessed.arrival?.undo();
      outcome = 'created';
      return outcome;
    }
    // Nobody waits for it: the next step asks by the lead's reference.
    if (outcome === 'created' && assessed.heldBecause === undefined)
      void deps.askForAudit(lead, request.ip, assessed.proved);
    return outcome;
  } catch (error) {
    return notStored(request, error);
  } finally {
    if (outcome !== 'created') {
      if (permit.ok) permit.giveBack();
      assessed?.arrival?.undo();
    }
  }
}
