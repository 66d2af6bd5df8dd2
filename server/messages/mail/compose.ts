import type { Mailbox } from '../../config/env.ts';
import type { OutgoingMail } from './transport.ts';

/**
 * The bytes of a mail (RFC 5322): text, HTML and, where there is one, an invitation, as alternatives; of several
 * each is attached. A header says that it was generated automatically, so that no auto-responder answers (RFC 3834).
 * Texts are in base64: quoted-printable, which nodemailer would choose for French, breaks every link that is longer than
 * a line, and some programs lead to what stands before the break.
 */
export async function composeMail(mail: OutgoingMail, from: Mailbox): Promise<Buffer> {
  // Loaded with the first mail: no start waits for it.
  const { createTransport } = await import('nodemailer');
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { id, to, replyTo, subject, text, html, invitation, invitations = [] } = mail;
  const { message } = await composer.sendMail({
    messageId: `<${id}>`,
    from: { ...from },
    to: to.map((address) => ({ name: '', address })),
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    html,
    textEncoding: 'base64',
    ...(invitation !== undefined && { icalEvent: { ...invitation, filename: 'rendez-vous.ics' } }),
    attachments: invitations.map(({ method, content }, index) => ({
      filename: `rendez-vous-${index + 1}.ics`,
      content,
      contentType: `text/calendar; charset=utf-8; method=${method}`,
    })),
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': 'fr-CH' },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return message as Buffer;
}
