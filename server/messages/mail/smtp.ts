import { Readable } from 'node:stream';
import type { MailConfig } from '../../config/config.ts';
import { readRefusal } from '../refusal.ts';
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
        // Nodemailer sends such an address to a server that has not said that it understands it, too.
        if (mail.to.some(hasOtherLetters) && !(await takesOtherLetters(settings)))
          return { kind: 'refused', message: NO_OTHER_LETTERS };
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

/** Whether the part before the @ needs SMTPUTF8 (RFC 6531); a domain has a spelling in ASCII. */
function hasOtherLetters(address: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is that of ASCII
  return !/^[\x00-\x7f]*@/.test(address);
}

const NO_OTHER_LETTERS =
  'Le serveur de messagerie (SMTP_URL) n’annonce pas SMTPUTF8 : il ne peut pas écrire à une adresse qui a des lettres accentuées avant l’arobase.';

/** Asks the server what it announces, which Nodemailer tells its log alone. */
async function takesOtherLetters(settings: ReturnType<typeof settingsOf>): Promise<boolean> {
  const { createTransport } = await import('nodemailer');
  let announced = false;
  const read = (_: unknown, ...said: unknown[]) => {
    announced ||= said.some((line) => /^250[ -]SMTPUTF8\b/im.test(String(line)));
  };
  const logger = {
    level: () => {},
    trace: read,
    debug: read,
    info: read,
    warn: read,
    error: read,
    fatal: read,
  };
  const server = createTransport({ ...settings, logger, debug: true });
  try {
    await server.verify();
    return announced;
  } finally {
    server.close();
  }
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
  /** The server's answer, all its lines. */
  readonly response?: string;
  readonly responseCode?: number;
  /** The SMTP command that failed. */
  readonly command?: string;
}

/** Failures of these commands concern one mail; of all others (greeting, login, sender), every mail. */
const OF_THIS_MAIL = ['RCPT TO', 'DATA'];

/**
 * Classifies a failure: final is only an answer that says that the mailbox does not exist. Everything else that was
 * answered waits (5xx too: quotas and filters use it), and what concerns the connection or the sender concerns every
 * mail; when the connection broke while the content was sent, the outcome is unknown.
 */
export function outcomeOf(error: SmtpError, begun: boolean): MailOutcome {
  const { code, responseCode, command = '', message, response = message } = error;
  // Nodemailer found the addresses malformed: another attempt would end the same way.
  if (code === 'EENVELOPE' && command === 'API') return { kind: 'refused', message };
  const answered = responseCode !== undefined;
  const ofThisMail = answered && (OF_THIS_MAIL.includes(command) || code === 'EMESSAGE');
  const refusal = ofThisMail && responseCode >= 500 ? readRefusal(response) : undefined;
  if (refusal === 'mailbox') return { kind: 'refused', message };
  return {
    kind: 'transient',
    message,
    unknown: begun && !answered,
    everyMail: !ofThisMail || refusal === 'sender',
  };
}
