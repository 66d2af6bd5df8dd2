import type { FastifyInstance, FastifyReply } from 'fastify';
import { availability } from '#content/availability.ts';
import { linkPages } from '#content/pages/link-pages.ts';
import { promises } from '#content/promises/promises.ts';
import { wallMoment } from '#domain/wall-clock.ts';
import { shownPhone } from '../bookings/phone.ts';
import { amountIn } from '../messages/amount.ts';
import type { Contact } from '../messages/contact.ts';
import { callsAfter, owedAfter } from '../messages/due-promises.ts';
import { frenchTime } from '../messages/french-time.ts';
import {
  type Answer,
  answerOf,
  begunCall,
  confirmCall,
  mark,
  mayConfirm,
  noteAuditSent,
} from '../messages/marks.ts';
import { alert, escapeHtml, paragraph } from '../pages/html.ts';
import { plainText } from '../system/plain-text.ts';
import { callBehind, sendCallPage, takeCallAnswer } from './call-over.ts';
import { heldBehind, sendHeldPage, takeHeldAnswer } from './held-lead.ts';
import { lateLink, sendLatePage, sendNewLinks } from './late-link.ts';
import { contactBehind, contactToChange, type LinkDeps, saved, sendLinkPage } from './link-page.ts';

interface Asked {
  Params: { token: string };
  Querystring: { answer?: unknown; note?: unknown };
}

const words = linkPages.followUp;
/** Offered only for a lead with a booked call. */
const CONFIRM = 'confirme';
/** Offered while the audit is owed. */
const SENT = 'audit-envoye';
const ANSWERS = Object.keys(words.answers) as Answer[];

const AMOUNT = `<div class="field"><label for="amount">${escapeHtml(words.amount)}</label><input id="amount" name="amount" inputmode="decimal" maxlength="15"></div>\n`;

/** GET and POST /suivi/<token>: the owner marks a lead, from a link in a mail. Only the POST changes anything. */
export function followUpRoute(app: FastifyInstance, deps: LinkDeps): void {
  app.get<Asked>('/suivi/:token', async (request, reply) => {
    const { token } = request.params;
    const late = await lateLink(deps, token);
    if (late !== undefined) return sendLatePage(reply, request.query.note !== undefined);
    const held = await heldBehind(deps, token);
    if (held !== undefined) return sendHeldPage(reply, held, request.query);
    const call = await callBehind(deps, token);
    if (call !== undefined) return sendCallPage(reply, call, request.query);
    const contact = await contactBehind(deps, 'follow-up', request.params.token, reply);
    if (contact === undefined) return reply;
    const { answer, note } = request.query;
    const last = answerOf(contact);
    if (note === CONFIRM) return sendDone(reply, request.params.token, words.confirm);
    if (note === SENT) return sendDone(reply, request.params.token, words.sent);
    if (note !== undefined && last !== undefined)
      return sendDone(reply, request.params.token, words.answers[last.answer]);
    return sendQuestion(reply, 200, contact, answerIn(answer), deps.now());
  });

  app.post<Asked>('/suivi/:token', async (request, reply) => {
    const late = await lateLink(deps, request.params.token);
    if (late !== undefined) return sendNewLinks(deps, late, request, reply);
    const held = await heldBehind(deps, request.params.token);
    if (held !== undefined) return takeHeldAnswer(deps, held, request, reply);
    const call = await callBehind(deps, request.params.token);
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
    if (!(await saved(request, reply, save))) return reply;
    deps.wake();
    return reply.redirect(
      `/suivi/${request.params.token}?note=${given === CONFIRM || given === SENT ? given : 1}`,
      303,
    );
  });
}

/** @returns what stores the answer; undefined when it is none that the page offered */
function changeFor(
  deps: LinkDeps,
  contact: Contact,
  given: unknown,
  amount: number | undefined,
): (() => Promise<void>) | undefined {
  if (given === CONFIRM && mayConfirm(contact)) return () => confirmCall(deps, contact, deps.now());
  if (given === SENT && owesAudit(contact)) return () => noteAuditSent(deps, contact, deps.now());
  const answer = answerIn(given);
  if (answer === undefined || !offered(contact, deps.now()).includes(answer)) return undefined;
  return () => mark(deps, contact, answer, deps.now(), answer === 'gagne' ? { amount } : {});
}

function answerIn(given: unknown): Answer | undefined {
  return ANSWERS.find((answer) => answer === given);
}

/** Whether its audit is owed still. */
function owesAudit({ events }: Contact): boolean {
  return owedAfter(events).some(({ promised }) => promised === promises.audit);
}

/** « Tenu » only once a call has begun. */
function offered(contact: Contact, now: number): readonly Answer[] {
  return begunCall(contact, now) ? ANSWERS : ANSWERS.filter((answer) => answer !== 'tenu');
}

/** @param chosen the answer in the link's query: its button comes first */
function sendQuestion(
  reply: FastifyReply,
  status: number,
  contact: Contact,
  chosen: Answer | undefined,
  now: number,
  fault?: string,
): FastifyReply {
  const last = answerOf(contact);
  const inOrder = offered(contact, now).toSorted((a, b) => Number(b === chosen) - Number(a === chosen));
  const choices = [
    ...inOrder.map((answer) => ({ answer, ...words.answers[answer] })),
    ...(owesAudit(contact) ? [{ answer: SENT, ...words.sent }] : []),
    ...(mayConfirm(contact) ? [{ answer: CONFIRM, ...words.confirm }] : []),
  ];
  const buttons = choices.map(({ answer, button, text }, index) => {
    const look = index === 0 ? '' : ' class="other"';
    const amount = answer === 'gagne' ? AMOUNT : '';
    return `${amount}<button name="answer" value="${answer}"${look}>${escapeHtml(button)}</button>\n${paragraph(text)}`;
  });
  const content = [
    fault === undefined ? '' : alert(fault),
    paragraph(words.received(frenchTime(contact.lead.createdAt))),
    ...callsAfter(contact.events).map(({ start, phone }) =>
      paragraph(words.call(wallMoment(start, availability.timeZone), shownPhone(phone))),
    ),
    last ? paragraph(words.last(words.answers[last.answer].button, frenchTime(last.at))) : '',
    `<form method="post">\n${buttons.join('\n')}\n</form>`,
  ];
  return sendLinkPage(reply, status, words.title(plainText(contact.lead.name)), content.join('\n'));
}

function sendDone(
  reply: FastifyReply,
  token: string,
  { button, text }: { readonly button: string; readonly text: string },
): FastifyReply {
  return sendLinkPage(
    reply,
    200,
    words.done,
    `${paragraph(`${words.doneText(button)} ${text}`)}\n<p><a href="/suivi/${token}">${words.again}</a></p>`,
  );
}
