import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ADDRESS_REFUSED } from '#content/audit.ts';
import { audit } from '#content/pages/audit.ts';
import { HIDDEN_FIELDS } from '#domain/hidden-fields.ts';
import { type Refused, sendRefusal } from '../../http/errors.ts';
import { isOwnOrigin, typedText } from '../../http/forms.ts';
import { fromStore, RETRY_STORE_SECONDS } from '../../http/from-store.ts';
import { widestKey } from '../../http/limits/client-key.ts';
import { acceptsHtml, PRIVATE, sendTypedPage } from '../../http/send-page.ts';
import { readTypedAddress } from '../../outgoing/typed-address.ts';
import { askAudit } from '../queue/ask.ts';
import { addressPage, sentencePage, type TypedAudit } from '../report/audit-pages.tsx';
import type { AuditRouteDeps } from './deps.ts';
import { type LeadsAudit, leadsAudit } from './lead-audit.ts';

const words = audit.faults;
const SENTENCES = {
  often: words.unfinished,
  full: words.full,
  unproved: words.full,
  seen: words.seen,
  failed: words.failed,
};

interface Given extends TypedAudit {
  readonly proof: unknown;
  readonly trap: unknown;
}

type Taken = LeadsAudit | (({ readonly token: string } | Refused) & { readonly by?: undefined });

/** POST /api/audits: JSON from the script, a form from the page without JavaScript. */
export function askRoute(app: FastifyInstance, deps: AuditRouteDeps): void {
  app.post('/api/audits', async (request, reply) => {
    const { body } = request;
    if (!isOwnOrigin(request, deps.publicUrl))
      return sendRefusal(reply, { status: 403, detail: words.origin });
    if (body instanceof URLSearchParams) return takeForm(request, reply, body, deps);
    if (request.headers['content-type'] === undefined)
      return sendRefusal(reply, { status: 415, detail: 'Le contenu doit être du JSON ou un formulaire.' });
    const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
    const given = givenBy((name) => fields[name]);
    const outcome = await takeAny(request, given, deps);
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

async function takeForm(
  request: FastifyRequest,
  reply: FastifyReply,
  body: URLSearchParams,
  deps: AuditRouteDeps,
) {
  const given = givenBy((name) => body.get(name));
  const outcome = await take(request, given, deps);
  if ('token' in outcome) return reply.headers(PRIVATE).redirect(`/audit/${outcome.token}`, 303);
  if (!acceptsHtml(request)) return sendRefusal(reply, outcome);
  if (outcome.retryAfter !== undefined) reply.header('retry-after', outcome.retryAfter);
  const page =
    deps.mode === 'off' ? sentencePage(audit.form.title, outcome.detail) : addressPage(outcome.detail, given);
  return sendTypedPage(reply, outcome.status, page);
}

/** The audit that follows from a lead, where no address is given; otherwise that of the address. */
async function takeAny(request: FastifyRequest, given: Given, deps: AuditRouteDeps): Promise<Taken> {
  const leadId = given.url === '' && deps.mode !== 'off' ? leadOf(given, deps) : undefined;
  const ofLead = leadId === undefined ? undefined : await leadsAudit(request, leadId, deps);
  return ofLead ?? take(request, given, deps);
}

function leadOf({ lead }: Given, { links, now }: AuditRouteDeps): string | undefined {
  return lead === '' ? undefined : links.read('reference', lead, now());
}

/** Address, then rate limit, then proof of work, then the queue: what is cheap to refuse comes first. */
async function take(
  request: FastifyRequest,
  given: Given,
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
    const say = isPromised ? words.failedPromised : SENTENCES[kind];
    return {
      status: kind === 'full' ? 503 : 429,
      detail: say(audit.inAbout(retryAfterSeconds)),
      retryAfter: retryAfterSeconds,
    };
  } catch (error) {
    permit.giveBack();
    request.log.error({ err: error }, NOT_STORED);
    return { status: 503, detail: words.store, retryAfter: RETRY_STORE_SECONDS };
  }
}

function givenBy(read: (name: string) => unknown): Given {
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
