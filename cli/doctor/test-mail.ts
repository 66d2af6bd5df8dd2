import { mails } from '#content/mails.ts';
import type { Instant } from '#domain/instant.ts';
import type { Config } from '#server/config/config.ts';
import { mailId } from '#server/messages/ids.ts';
import { renderMail } from '#server/messages/mail/html.tsx';
import type { MailTransport } from '#server/messages/mail/transport.ts';
import { mailTransport } from '#server/start/start-messages.ts';
import { frenchTime } from '#server/system/french-time.ts';
import { safeText } from '../leads/print.ts';
import { blocks, type Finding, fine } from './finding.ts';

const TIMEOUT_MS = 60_000;

/**
 * Sends a test mail to the owner directly, not through the queue, and reports the server's answer. Never throws.
 */
export async function sendTestMail(
  config: Config,
  now: Instant,
  transport: MailTransport = mailTransport(config),
): Promise<Finding> {
  const { owners, from } = config.mail;
  const { subject, title, text } = mails.test;
  const body = { subject, title, blocks: [text(frenchTime(now))] };
  const outcome = await transport.send(
    { id: mailId(crypto.randomUUID(), from.address), to: owners, ...renderMail(body) },
    AbortSignal.timeout(TIMEOUT_MS),
  );
  const to = owners.join(', ');
  if (outcome.kind === 'accepted') {
    return fine(
      `E-mail d’essai pour ${to} : ${safeText(outcome.receipt)}. Accepté n’est pas lu\u202f: vérifiez qu’il est arrivé, et hors des indésirables.`,
    );
  }
  return blocks(
    `E-mail d’essai pour ${to} : pas accepté (${safeText(outcome.message)}). Les e-mails dus attendent dans la base. Vérifiez SMTP_URL, MAIL_FROM et OWNER_EMAIL.`,
  );
}
