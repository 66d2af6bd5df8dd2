import type { FastifyReply, FastifyRequest } from 'fastify';
import { linkPages } from '#content/pages/link-pages.ts';
import { sendRefusal } from '../../http/errors.ts';
import { isOwnOrigin } from '../../http/forms.ts';
import { fromStore } from '../../http/from-store.ts';
import { contactOf } from '../follow-up/contact.ts';
import { type LinkDeps, mailboxOpened, saved, sendLinkPage } from './link-page.ts';

const words = linkPages.report;

/** The newest report of a lead. */
export interface ReportBehind {
  readonly leadId: string;
  readonly host: string;
  readonly token: string;
}

/** The report that a link out of an asking mail leads to, or that there is none any more. @param id of its lead */
export async function reportBehind({ db }: LinkDeps, id: string): Promise<ReportBehind | 'gone'> {
  const contact = await fromStore(contactOf(db, id));
  const { token, url } = contact?.events.findLast(({ kind }) => kind === 'audit-ready')?.detail ?? {};
  return typeof token === 'string' && typeof url === 'string'
    ? { leadId: id, token, host: new URL(url).hostname }
    : 'gone';
}

/** Asks whether it was them: programs that look into mails follow links, and press no button. It changes nothing. */
export function sendReportPage(reply: FastifyReply, report: ReportBehind | 'gone'): FastifyReply {
  if (report === 'gone')
    return sendLinkPage(reply, 410, { title: words.gone.title, told: [words.gone.text] });
  return sendLinkPage(reply, 200, {
    title: words.title,
    told: [words.about(report.host)],
    choices: [{ button: words.button }],
    after: [words.unasked],
  });
}

/** Notes that the mailbox was opened, so that further mails may carry reports, and leads to this one. */
export async function showReport(
  deps: LinkDeps,
  report: ReportBehind | 'gone',
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!isOwnOrigin(request, deps.publicUrl))
    return sendRefusal(reply, { status: 403, detail: linkPages.origin });
  if (report === 'gone') return sendReportPage(reply, report);
  const { leadId, token } = report;
  const note = () => deps.db.atomically([mailboxOpened(deps, leadId)]);
  if (!(await saved(request, reply, note))) return reply;
  return reply.redirect(`/audit/${token}`, 303);
}
