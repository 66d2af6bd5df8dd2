import { Readable } from 'node:stream';
import type { MailConfig } from '../../config/config.ts';
import { composeMail } from './compose.ts';
import type { MailOutcome, MailTransport } from './transport.ts';

/** In milliseconds; their sum is shorter than a lease, so that no other worker sends the mail meanwhile. */
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

/** Submits mails by SMTP (RFC 6409), one connection for each; a password is only sent over TLS, or to this machine. */
export function smtpTransport({ smtp, from }: SmtpOptions, timeouts = TIMEOUTS): MailTransport {
  const settings = settingsOf(smtp, timeouts);

  return {
    async send(mail, signal) {
      const { createTransport } = await import('nodemailer');
      const server = createTransport(settings);
      const raw = await composeMail(mail, from);
      let begun = false;
      try {
        const { response, rejected } = await server.sendMail({
          envelope: { from: from.address, to: [...mail.to] },
          raw: onFirstRead(raw, () => {
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

/**
 * Asks the mail server for a connection and, where there is a user, for the login; sends nothing. Never rejects.
 * @returns why it gives none; undefined: it does
 */
export async function knockAtMailServer({ smtp }: MailConfig): Promise<string | undefined> {
  if (smtp === undefined) return undefined;
  const { createTransport } = await import('nodemailer');
  const server = createTransport(settingsOf(smtp, TIMEOUTS));
  try {
    await server.verify();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    server.close();
  }
}

function settingsOf({ host, port, secure, user, password }: SmtpOptions['smtp'], timeouts: typeof TIMEOUTS) {
  return {
    ...timeouts,
    ...{ host, port, secure },
    requireTLS: !secure && user !== undefined && !HERE.includes(host),
    ...(user !== undefined && { auth: { user, pass: password?.reveal() ?? '' } }),
  };
}

/** Calls back when the content begins to be sent: a failure before that cannot have delivered the mail. */
function onFirstRead(raw: Buffer, callback: () => void): Readable {
  return Readable.from(
    (function* () {
      callback();
      yield raw;
    })(),
    { objectMode: false },
  );
}

interface SmtpError extends Error {
  readonly code?: string;
  readonly responseCode?: number;
  /** The SMTP command that failed. */
  readonly command?: string;
}

/** Failures of these commands concern one mail; of all others (greeting, login, sender), every mail. */
const OF_THIS_MAIL = ['RCPT TO', 'DATA'];

/**
 * Classifies a failure: 5xx about the recipient or the content is final, 4xx and everything about the connection is
 * transient (RFC 5321, section 4.2.1); when the connection broke while the content was sent, the outcome is unknown.
 */
export function outcomeOf(error: SmtpError, begun: boolean): MailOutcome {
  const { code, responseCode, command = '', message } = error;
  const answered = responseCode !== undefined;
  const ofThisMail = OF_THIS_MAIL.includes(command) || code === 'EMESSAGE';
  if (ofThisMail && answered && responseCode >= 500) return { kind: 'refused', message };
  // Nodemailer found the addresses malformed: another attempt would end the same way.
  if (code === 'EENVELOPE' && command === 'API') return { kind: 'refused', message };
  return { kind: 'transient', message, unknown: begun && !answered, everyMail: !(ofThisMail && answered) };
}
