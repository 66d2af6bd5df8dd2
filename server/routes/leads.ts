import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FORM_MARKS } from '#domain/form-marks.ts';
import { type Lead, parseLead } from '#domain/lead.ts';
import type { Secret } from '../config/secrets.ts';
import { unreadableBody } from '../http/errors.ts';
import { isOwnOrigin } from '../http/own-origin.ts';
import { clientKey } from '../leads/client-key.ts';
import { formLeadId, leadFromForm, type TypedForm } from '../leads/form-lead.ts';
import { type JudgeDeps, judge, type Marks } from '../leads/judge.ts';
import type { Permit } from '../leads/rate-limit.ts';
import type { LeadLimit } from '../leads/shared-rate-limit.ts';
import { submitForm } from '../leads/submit-form.ts';
import { type SubmitDeps, submitLead } from '../leads/submit-lead.ts';
import { type Links, leadReference } from '../messages/links.ts';
import type { LeadReader, SubmitOutcome } from '../store/leads/lead-store.ts';
import { within } from '../system/within.ts';
import { refuseLead } from './lead-refusals.ts';

export interface LeadsDeps extends SubmitDeps, JudgeDeps {
  readonly reader: LeadReader;
  readonly limit: LeadLimit;
  readonly links: Links;
  /** Of the ids of forms. */
  readonly formKey: Secret;
  /** Returns a number in [0, 1). */
  readonly random: () => number;
  /** Origin of the site. */
  readonly publicUrl: string;
}

/**
 * After this time a visitor is told to try again. Fastify's own handler time-out is not used: it creates and aborts a
 * signal, with an error and its stack, for every request, which costs a tenth of the time that storing a lead takes.
 */
const STORE_TIMEOUT_MS = 20_000;

/** What the handlers of one server share. */
interface TakeDeps extends LeadsDeps {
  /** Leads on their way into the store, by their id. */
  readonly underWay: Map<string, Promise<SubmitOutcome>>;
}

/** POST /api/leads: JSON from the script, a form from the page without JavaScript. */
export async function leadsRoute(app: FastifyInstance, given: LeadsDeps): Promise<void> {
  const deps: TakeDeps = { ...given, underWay: new Map() };
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const why = unreadableBody(error);
    if (why === undefined) throw error;
    refuseLead(request, reply, { why });
  });
  app.post('/api/leads', async (request, reply) => {
    const { body } = request;
    if (!isOwnOrigin(request, deps.publicUrl)) return refuseLead(request, reply, { why: 'origin' });
    if (body instanceof URLSearchParams) return takeForm(request, reply, body, deps);
    if (request.headers['content-type'] === undefined) return refuseLead(request, reply, { why: 'type' });
    return takeJson(request, reply, body, deps);
  });
}

async function takeJson(request: FastifyRequest, reply: FastifyReply, body: unknown, deps: TakeDeps) {
  const parsed = parseLead(body);
  if (!parsed.ok) return refuseLead(request, reply, { why: 'invalid', errors: parsed.errors });
  const fields = body as Record<string, unknown>;
  const marks = { trap: fields[FORM_MARKS.trap], proof: fields[FORM_MARKS.proof] };
  const taken = await take(request, parsed.value, marks, deps);
  if (typeof taken !== 'string') return refuseLead(request, reply, taken);
  if (taken === 'conflict') return refuseLead(request, reply, { why: 'conflict' });
  const { id, status } = parsed.value;
  return reply
    .code(taken === 'created' ? 201 : 200)
    .header('cache-control', 'no-store')
    .send({ id, status, reference: referenceTo(id, deps) });
}

async function takeForm(request: FastifyRequest, reply: FastifyReply, body: URLSearchParams, deps: TakeDeps) {
  const typed = typedForm(body);
  if (typed.name === '' || typed.email === '') return reply.redirect('/sales#formulaire', 303);
  const { formKey: key, random } = deps;
  const context = { nowMs: deps.now(), random, pageUrl: `${deps.publicUrl}/sales`, key };
  const parsed = leadFromForm(typed, context);
  if (!parsed.ok) return refuseLead(request, reply, { why: 'invalid', errors: parsed.errors, typed });
  const lead = parsed.value;
  const permit = await permitFor(request, lead, deps);
  // The permit is spent even when the lead is stored already: given back, it would tell a stranger that it is.
  if (!permit.ok) return refuseLead(request, reply, { ...permit, typed });
  const judged = await judge(
    lead,
    { trap: body.get(FORM_MARKS.trap), proof: body.get(FORM_MARKS.proof) },
    deps,
  );
  try {
    const idOf = (nth: number) => formLeadId(typed, context, nth);
    const id = await within(STORE_TIMEOUT_MS, submitForm(deps, lead, idOf, judged.heldBecause));
    const { name, email } = lead;
    const query = `name=${encodeURIComponent(name)}&email=${encodeURIComponent(email)}`;
    return reply.redirect(`/introduction?${query}&ref=${referenceTo(id, deps)}`, 303);
  } catch (error) {
    permit.giveBack();
    judged.arrival?.undo();
    return refuseLead(request, reply, { ...notStored(request, error), typed });
  }
}

function referenceTo(leadId: string, { links, now }: LeadsDeps): string {
  return leadReference(links, leadId, now());
}

type NotTaken = { readonly why: 'often' | 'store'; readonly retryAfterSeconds: number };

const RETRY_STORE_SECONDS = 30;

function notStored(request: FastifyRequest, error: unknown): NotTaken {
  request.log.error(
    { err: error },
    'Une demande n’a pas pu être enregistrée et n’a pas été confirmée : le navigateur la garde et la renverra. ' +
      'Ce qui est déjà enregistré est intact. Vérifiez que la base de données répond et qu’il y a de la place sur son disque.',
  );
  return { why: 'store', retryAfterSeconds: RETRY_STORE_SECONDS };
}

type LeadPermit = (Permit & { readonly ok: true }) | (NotTaken & { readonly ok: false });

/** A permit of the client, or why there is none. */
async function permitFor(request: FastifyRequest, lead: Lead, { limit }: LeadsDeps): Promise<LeadPermit> {
  try {
    const permit = await limit.take(clientKey(request.ip), lead.id);
    return permit.ok ? permit : { ...permit, why: 'often' };
  } catch (error) {
    return { ...notStored(request, error), ok: false };
  }
}

/**
 * Spends the client's limit on what is new only: sending again what is stored is always allowed. Whoever names a
 * lead's id knows the session that it is made of, so that tells nobody anything.
 */
async function take(
  request: FastifyRequest,
  lead: Lead,
  marks: Marks,
  deps: TakeDeps,
): Promise<SubmitOutcome | NotTaken> {
  const permit = await permitFor(request, lead, deps);
  if (!permit.ok && permit.why === 'store') return permit;
  const judged = await judge(lead, marks, deps);
  let outcome: SubmitOutcome | undefined;
  try {
    // Of two clicks the first may have taken the last permit and still be waiting for the disk.
    if (!permit.ok) await deps.underWay.get(lead.id)?.catch(() => {});
    if (!permit.ok && (await within(STORE_TIMEOUT_MS, deps.reader.byId(lead.id))) === undefined)
      return permit;
    const storing = within(STORE_TIMEOUT_MS, submitLead(deps, lead, judged.heldBecause));
    deps.underWay.set(lead.id, storing);
    outcome = await storing.finally(() => {
      // A later click may have replaced it in the map.
      if (deps.underWay.get(lead.id) === storing) deps.underWay.delete(lead.id);
    });
    return outcome;
  } catch (error) {
    return notStored(request, error);
  } finally {
    if (outcome !== 'created') {
      if (permit.ok) permit.giveBack();
      judged.arrival?.undo();
    }
  }
}

function typedForm(body: URLSearchParams): TypedForm {
  return { name: body.get('name')?.trim() ?? '', email: body.get('email')?.trim() ?? '' };
}
