import type { FastifyInstance, FastifyReply } from 'fastify';
import { linkPages } from '#content/pages/link-pages.ts';
import type { Instant } from '#domain/instant.ts';
import type { StoredBooking } from '../../bookings/store/booking.ts';
import type { StoredLead } from '../../store/leads/lead-store.ts';
import { frenchTime } from '../../system/french-time.ts';
import { plainText } from '../../system/plain-text.ts';
import { amountIn } from '../follow-up/amount.ts';
import { callLines } from '../follow-up/call-lines.ts';
import type { Contact } from '../follow-up/contact.ts';
import {
  answerOf,
  begunCall,
  confirmCall,
  type MarkAnswer,
  mark,
  mayConfirm,
  noteAuditSent,
  owesAudit,
} from '../follow-up/marks.ts';
import { chosenFirst } from '../pages/link-page.tsx';
import { callBehind, sendCallPage, takeCallAnswer } from './call-over.ts';
import { heldBehind, sendHeldPage, takeHeldAnswer } from './held-lead.ts';
import { type Late, lateLink, sendLatePage, sendNewLinks } from './late-link.ts';
import { contactBehind, contactToChange, type LinkDeps, saved, sendLinkPage } from './link-page.ts';
import { callsBehind, type MailboxDeps, sendMailboxPage, takeMailboxAnswer } from './mailbox.ts';
import { type ReportBehind, reportBehind, sendReportPage, showReport } from './report-link.ts';

interface Asked {
  Params: { token: string };
  Querystring: { answer?: unknown; note?: unknown };
}

const words = linkPages.followUp;
/** Offered only for a lead with a booked call. */
const CONFIRM = 'confirme';
/** Offered while the audit is owed. */
const SENT = 'audit-envoye';
const ANSWERS = Object.keys(words.answers) as MarkAnswer[];

/** GET and POST /suivi/<token>: the owner marks a lead, from a link in a mail. Only the POST changes anything. */
export function followUpRoute(app: FastifyInstance, deps: MailboxDeps): void {
  app.get<Asked>('/suivi/:token', async (request, reply) => {
    const { token } = request.params;
    const { late, held, call, waiting, report } = await behind(deps, token);
    if (waiting !== undefined) return sendMailboxPage(reply, waiting);
    if (report !== undefined) return sendReportPage(reply, report);
    if (late !== undefined) return sendLatePage(reply, request.query.note !== undefined);
    if (held !== undefined) return sendHeldPage(deps, reply, held, request.query);
    if (call !== undefined) return sendCallPage(reply, call, request.query);
    const contact = await contactBehind(deps, 'follow-up', token, reply);
    if (contact === undefined) return reply;
    const { answer, note } = request.query;
    const last = answerOf(contact);
    if (note === CONFIRM) return sendDone(reply, token, words.confirm);
    if (note === SENT) return sendDone(reply, token, words.sent);
    if (note !== undefined && last !== undefined) return sendDone(reply, token, words.answers[last.answer]);
    return sendQuestion(reply, 200, contact, answerIn(answer), deps.now());
  });

  app.post<Asked>('/suivi/:token', async (request, reply) => {
    const { token } = request.params;
    const { late, held, call, waiting, report } = await behind(deps, token);
    if (waiting !== undefined) return takeMailboxAnswer(deps, waiting, request, reply);
    if (report !== undefined) return showReport(deps, report, request, reply);
    if (late !== undefined) return sendNewLinks(deps, late, request, reply);
    if (held !== undefined) return takeHeldAnswer(deps, held, request, reply);
    if (call !== undefined) return takeCallAnswer(deps, call, request, reply);
    const contact = await contactToChange(deps, 'follow-up', request, reply);
    if (contact === undefined) return reply;
    const { body } = request;
    const [given, typed] =
      body instanceof URLSearchParams ? [body.get('answer'), body.get('amount') ?? ''] : [undefined, ''];
    const amount = amountIn(typed);
    if (given === 'gagne' && amount === 'invalid')
      return sendQuestion(reply, 422, contact, 'gagne', deps.now(), words.invalidAmount);
    const save = changeFor(deps, contact, given, amount === 'invalid' ? undefined : amount);
    if (save === undefined) return sendQuestion(reply, 422, contact, undefined, deps.now(), words.invalid);
    let isThere: unknown;
    const saving = async () => {
      isThere = await save();
    };
    if (!(await saved(request, reply, saving))) return reply;
    if (isThere === false) {
      const now = await contactBehind(deps, 'follow-up', token, reply);
      return now === undefined ? reply : sendQuestion(reply, 422, now, undefined, deps.now(), words.invalid);
    }
    deps.wake();
    return reply.redirect(`/suivi/${token}?note=${given === CONFIRM || given === SENT ? given : 1}`, 303);
  });
}

interface Behind {
  readonly late?: Late | undefined;
  readonly held?: StoredLead | 'gone';
  readonly call?: StoredBooking | 'gone';
  /** The calls of a mailbox that wait. */
  readonly waiting?: readonly StoredBooking[];
  readonly report?: ReportBehind | 'gone';
}

/** What a link leads to beside a contact, by what its token says. */
async function behind(deps: LinkDeps, token: string): Promise<Behind> {
  const link = deps.links.open(token, deps.now());
  if (link?.expired) return { late: await lateLink(deps, link) };
  if (link?.purpose === 'mailbox') return { waiting: await callsBehind(deps, link.id) };
  if (link?.purpose === 'held') return { held: await heldBehind(deps, link.id) };
  if (link?.purpose === 'call') return { call: await callBehind(deps, link.id) };
  if (link?.purpose === 'report') return { report: await reportBehind(deps, link.id) };
  return {};
}

/** @returns what stores the answer, or finds that it cannot be given any more (false); undefined: the page did not offer it */
function changeFor(
  deps: LinkDeps,
  contact: Contact,
  given: unknown,
  amount: number | undefined,
): (() => Promise<unknown>) | undefined {
  if (given === CONFIRM && mayConfirm(contact)) return () => confirmCall(deps, contact, deps.now());
  if (given === SENT && owesAudit(contact)) return () => noteAuditSent(deps, contact, deps.now());
  const answer = answerIn(given);
  if (answer === undefined || !offered(contact, deps.now()).includes(answer)) return undefined;
  return () => mark(deps, contact, answer, deps.now(), answer === 'gagne' ? { amount } : {});
}

function answerIn(given: unknown): MarkAnswer | undefined {
  return ANSWERS.find((answer) => answer === given);
}

/** « Tenu » only once a call has begun. */
function offered(contact: Contact, now: Instant): readonly MarkAnswer[] {
  return begunCall(contact, now) ? ANSWERS : ANSWERS.filter((answer) => answer !== 'tenu');
}

/** @param chosen the answer in the link's query: its button comes first */
function sendQuestion(
  reply: FastifyReply,
  status: number,
  contact: Contact,
  chosen: MarkAnswer | undefined,
  now: Instant,
  fault?: string,
): FastifyReply {
  const last = answerOf(contact);
  const answers = chosenFirst(offered(contact, now), chosen);
  return sendLinkPage(reply, status, {
    title: words.title(plainText(contact.lead.name)),
    fault,
    told: [
      words.received(frenchTime(contact.lead.createdAt)),
      ...callLines(contact.events, now),
      ...(last ? [words.last(words.answers[last.answer].button, frenchTime(last.at))] : []),
    ],
    choices: [
      ...answers.map((answer) => ({ answer, ...words.answers[answer] })),
      ...(owesAudit(contact) ? [{ answer: SENT, ...words.sent }] : []),
      ...(mayConfirm(contact) ? [{ answer: CONFIRM, ...words.confirm }] : []),
    ],
  });
}

function sendDone(
  reply: FastifyReply,
  token: string,
  { button, text }: { readonly button: string; readonly text: string },
): FastifyReply {
  const told = [`${words.doneText(button)} ${text}`];
  return sendLinkPage(reply, 200, { title: words.done, told, again: `/suivi/${token}` });
}
