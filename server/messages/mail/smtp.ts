import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { MailConfig } from '../../config/config.ts';
import { composeMail } from './compose.ts';
import type { MailOutcome, MailTransport } from './transport.ts';

/** In milliseconds; together less than a lease, within which nobody else may try. */
const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 5_000,
  socketTimeout: 20_000,
};
const WHOLE_MS = 45_000;

const HERE = ['localhost', '127.0.0.1', '::1'];

interface SmtpOptions extends MailConfig {
  readonly smtp: NonNullable<MailConfig['smtp']>;
}

/** Submits mails to a server by SMTP (RFC 6409), one connection for each; a password is only sent over TLS, or to this machine. */
export function smtpTransport({ smtp, from }: SmtpOptions, timeouts = TIMEOUTS): MailTransport {
  const { host, port, secure, user, password } = smtp;
  const server = createTransport({
    ...timeouts,
    host,
    port,
    secure,
    requireTLS: !secure && user !== undefined && !HERE.includes(host),
    ...(user !== undefined && { auth: { user, pass: password?.reveal() ?? '' } }),
  });

  return {
    async send(mail, signal) {
      const raw = await composeMail(mail, from);
      let begun = false;
      try {
        const { response, rejected } = await server.sendMail({
          envelope: { from: from.address, to: [...mail.to] },
          raw: toldWhenRead(raw, () => {
            begun = true;
          }),
          signal: AbortSignal.any([signal, AbortSignal.timeout(WHOLE_MS)]),
        });
        const without = rejected.length > 0 ? ` (refusé pour ${rejected.join(', ')})` : '';
        return { kind: 'accepted', receipt: `${response}${without}` };
      } catch (error) {
        return outcomeOf(error as SmtpError, begun);
      }
    },
  };
}

/** Read once the server let us in, so that what goes wrong before cannot have delivered it. */
function toldWhenRead(raw: Buffer, told: () => void): Readable {
  return Readable.from(
    (function* () {
      told();
      yield raw;
    })(),
    { objectMode: false },
  );
}

interface SmtpError extends Error {
  readonly code?: string;
  readonly responseCode?: number;
  /** What the server had been asked. */
  readonly command?: string;
}

/** Asked about this mail; anything else (greeting, login, sender) concerns every mail. */
const OF_THIS_MAIL = ['RCPT TO', 'DATA'];

/**
 * Reads a failure: 5xx about the recipient or the content is final, 4xx and everything about the connection is not
 * (RFC 5321, section 4.2.1); when the connection broke once the mail was under way, nobody knows.
 */
export function outcomeOf(error: SmtpError, begun: boolean): MailOutcome {
  const { code, responseCode, command = '', message } = error;
  const answered = responseCode !== undefined;
  const ofThisMail = OF_THIS_MAIL.includes(command) || code === 'EMESSAGE';
  if (ofThisMail && answered && responseCode >= 500) return { kind: 'refused', message };
  // Malformed before any server saw it: it will be so the next time too.
  if (code === 'EENVELOPE' && command === 'API') return { kind: 'refused', message };
  return { kind: 'transient', message, unknown: begun && !answered, everyMail: !(ofThisMail && answered) };
}
