import type { FastifyInstance, FastifyReply } from 'fastify';
import { audit } from '#content/pages/audit.ts';
import { AUDIT_SECTION, type AuditView } from '#domain/audit.ts';
import type { AuditMode } from '../../config/env.ts';
import { sendRefusal } from '../../http/errors.ts';
import { isOwnOrigin, typedText } from '../../http/forms.ts';
import { fromStore } from '../../http/from-store.ts';
import type { FormProofs } from '../../http/limits/form-proof.ts';
import type { RateLimit } from '../../http/limits/rate-limit.ts';
import { PRIVATE, sendPrivatePage } from '../../http/send-page.ts';
import type { Links } from '../../messages/links.ts';
import { promisedBy } from '../../messages/promised-by.ts';
import { leadStory } from '../../store/leads/events.ts';
import type { AuditPictureRow, AuditRow } from '../../store/schema.ts';
import type { Clock } from '../../system/clock.ts';
import type { Log } from '../../system/log.ts';
import type { AskDeps } from '../queue/ask-audit.ts';
import { closeDisownedAudit } from '../queue/audit-settle.ts';
import { secondsFor } from '../queue/audit-store.ts';
import { isGuess, type LeadAudits, newestOf } from '../queue/lead-audits.ts';
import {
  gonePage,
  refusedPage,
  reloadAfter,
  type VisitorAudit,
  waitingPage,
} from '../report/audit-pages.tsx';
import { auditView, factsOf, fileOf } from '../report/audit-view.ts';
import { reportPage } from '../report/report-page.tsx';
import { reportView } from '../report/report-view.ts';

/** What the routes of the audits share. */
export interface AuditRouteDeps extends AskDeps {
  /** `off`: no audit is taken; reports that are there stay. */
  readonly mode: AuditMode;
  readonly links: Links;
  readonly proofs: FormProofs;
  /** Audits that one client may ask for in a minute. */
  readonly limit: RateLimit;
  /** Audits that follow from a lead, whose visitor has named no address. */
  readonly leads: LeadAudits;
  readonly clock: Clock;
  /** Our own public addresses, which are never visited. */
  readonly ownAddresses: readonly string[];
  /** Origin of the site. */
  readonly publicUrl: string;
}

interface TokenRoute {
  Params: { token: string };
}

interface PictureRoute {
  Params: { token: string; file: string };
}

const MISSING = { status: 404, detail: audit.faults.missing } as const;

/** An audit for a program and for a person, and the pictures beside the report. */
export function readRoutes(app: FastifyInstance, deps: AuditRouteDeps): void {
  app.get<TokenRoute>('/api/audits/:token', async (request, reply) => {
    const current = await currentView(deps, request.params.token);
    if (current === undefined) return sendRefusal(reply, MISSING);
    return reply.headers(PRIVATE).send(current.view);
  });

  app.get<TokenRoute>('/audit/:token', async (request, reply) => {
    const { token } = request.params;
    const current = await currentView(deps, token);
    if (current === undefined) return sendPrivatePage(reply, 404, gonePage());
    return sendCurrent(reply, current, deps);
  });

  app.get<PictureRoute>('/audit/:token/:file', async (request, reply) => {
    const { token, file } = request.params;
    const name = file.replace(/\.(webp|jpg)$/, '');
    const found = await fromStore(deps.store.picture(token, name, deps.now()));
    if (found === undefined || fileOf({ name, type: found.type }) !== file)
      return sendRefusal(reply, MISSING);
    return reply.headers(PRIVATE).type(found.type).send(Buffer.from(found.bytes));
  });
}

async function sendCurrent(
  reply: FastifyReply,
  { row, view, pictures }: Current,
  deps: AuditRouteDeps,
): Promise<FastifyReply> {
  const { token } = row;
  const seconds = reloadAfter(view);
  if (seconds !== undefined)
    return sendPrivatePage(reply.header('refresh', seconds), 200, waitingPage(view, token));
  const facts = row.state === 'done' ? factsOf(row) : undefined;
  if (facts === undefined) return sendPrivatePage(reply, 200, refusedPage(view));
  const page = reportPage({
    view: reportView(facts),
    pictures: pictures.map(({ name, type, width, height, at_ms }) => ({
      name,
      address: `/audit/${token}/${fileOf({ name, type })}`,
      width,
      height,
      atMs: at_ms ?? undefined,
    })),
    address: `${deps.publicUrl}/audit/${token}`,
    expiresAt: row.expires_at,
    now: deps.now(),
  });
  return sendPrivatePage(reply, 200, page);
}

interface Current {
  readonly row: AuditRow;
  readonly view: AuditView;
  readonly pictures: readonly Pick<AuditPictureRow, 'name' | 'type' | 'width' | 'height' | 'at_ms'>[];
}

/** An audit as it stands; undefined when there is none, or when it has expired. */
export async function currentView(deps: AuditRouteDeps, token: string): Promise<Current | undefined> {
  return fromStore(readCurrent(deps, token));
}

async function readCurrent({ db, store, now }: AuditRouteDeps, token: string): Promise<Current | undefined> {
  const row = await store.byToken(token, now());
  if (row === undefined) return undefined;
  const pictures = await store.pictureNames(row.token);
  const waitSeconds = row.state === 'waiting' ? await waitOf() : undefined;
  const guessed = row.state === 'refused' && (await isGuess(db, row));
  return { row, pictures, view: auditView(row, { pictures, waitSeconds, guessed }) };

  async function waitOf(): Promise<number> {
    const queue = await store.queue(row);
    return secondsFor(queue.ahead, queue);
  }
}

/**
 * The newest audit of the lead that a page's address names, as it stands. Reading it asks for nothing.
 * @param ref the signed reference
 * @returns undefined where there is no such lead, and where the store does not answer: the page is served without
 */
export async function auditOfVisitor(
  deps: AuditRouteDeps,
  ref: string,
  log: Pick<Log, 'warn'>,
): Promise<VisitorAudit | undefined> {
  if (deps.mode === 'off') return undefined;
  const now = deps.now();
  try {
    const leadId = deps.links.read('reference', ref, now);
    const story = leadId === undefined ? undefined : await fromStore(leadStory(deps.db, leadId));
    if (story === undefined) return undefined;
    const newest = await fromStore(newestOf(deps.db, story.lead.id, now));
    const current = newest && (await currentView(deps, newest.token));
    const promise = { lead: ref, by: promisedBy('audit', story) };
    if (current === undefined) return promise;
    const { view, row } = current;
    return view.state === 'refused'
      ? { ...promise, refusal: view.reason, proposed: view.leadsTo }
      : { ...promise, audit: { view, token: row.token } };
  } catch (error) {
    log.warn({ err: error }, 'L’audit d’un visiteur n’a pas pu être lu. Sa page est servie sans lui.');
    return undefined;
  }
}

/**
 * POST /audit/<token>/pas-le-mien with the reference to the lead: its visitor says that this is not their site. The
 * visit ends, the report is closed, no mail tells of it; step 2 then asks for the address. Repeating it changes nothing.
 * A report is sent on: whoever has its address alone cannot close it, and learns nothing of the lead.
 */
export function disownRoute(app: FastifyInstance, deps: AuditRouteDeps): void {
  app.post<TokenRoute>('/audit/:token/pas-le-mien', async (request, reply) => {
    if (!isOwnOrigin(request, deps.publicUrl))
      return sendRefusal(reply, { status: 403, detail: audit.faults.origin });
    const { body, params } = request;
    const lead = typedText(
      body instanceof URLSearchParams ? body.get('lead') : Reflect.get(Object(body), 'lead'),
    );
    const row = await fromStore(deps.store.byToken(params.token, deps.now()));
    const leadId = deps.links.read('reference', lead, deps.now());
    if (row === undefined || row.lead_id === null || row.lead_id !== leadId)
      return sendRefusal(reply, MISSING);
    await fromStore(closeDisownedAudit(deps.db, row.token, deps.now()));
    if (!(body instanceof URLSearchParams)) return reply.code(204).headers(PRIVATE).send();
    return reply.headers(PRIVATE).redirect(`/introduction?ref=${lead}#${AUDIT_SECTION}`, 303);
  });
}
