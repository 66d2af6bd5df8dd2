import { openFakeSmtp, type ReceivedMail } from '../../fakes/smtp.ts';
import type { Scene } from './row.ts';

/** A call that the service has confirmed. */
export interface BookedCall {
  readonly start: string;
  readonly email: string;
}

export const OWNER = 'ada@atelier.example';

/** A mail server for one row, and the settings that lead to it. */
export async function startMail(scene: Scene) {
  const smtp = await openFakeSmtp();
  scene.onEnd(() => smtp.close());
  const environment = {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Atelier <nous@atelier.example>',
    OWNER_EMAIL: OWNER,
  };
  return { smtp, environment };
}

/** Free times of some days from one on, `YYYY-MM-DD`. */
export async function freeTimes(url: string, from: string, days: number): Promise<string[]> {
  const response = await fetch(`${url}/api/slots?from=${from}&days=${days}`);
  return ((await response.json()) as { slots: string[] }).slots;
}

/** Asks for a call once; undefined when it was not confirmed, for whatever reason. */
export async function book(
  url: string,
  start: string | undefined,
  email: string,
  lead?: string,
): Promise<BookedCall | undefined> {
  try {
    const response = await fetch(`${url}/api/bookings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        id: crypto.randomUUID(),
        start,
        name: 'Zoé',
        email,
        phone: '+41215550148',
        ...(lead !== undefined && { lead }),
      }),
      signal: AbortSignal.timeout(20_000),
    });
    const answer = (await response.json()) as { start: string };
    return response.status === 201 ? { start: answer.start, email } : undefined;
  } catch {
    return undefined;
  }
}

export function soldTwice(calls: readonly BookedCall[]): number {
  return calls.length - new Set(calls.map(({ start }) => start)).size;
}

/** What a mail says, to look for words in it: its parts decoded, its lines and those of its invitations unfolded. */
export function wordsOf({ raw }: ReceivedMail): string {
  return raw
    .replace(
      /(content-transfer-encoding: base64\r\n(?:.+\r\n)*\r\n)([\w+/=\r\n]+)/gi,
      (_, head: string, body: string) => head + Buffer.from(body, 'base64').toString(),
    )
    .replace(/=\r\n|\r\n /g, '');
}

/** Whom a mail went to and what its subject says, decoded. */
export function isReminder({ raw }: ReceivedMail): boolean {
  const [, subject = ''] = /^Subject: ((?:.*\r\n[ \t])*.*)\r$/m.exec(raw) ?? [];
  return decoded(subject).startsWith('Rappel');
}

/** RFC 2047, as far as our own mails use it. */
function decoded(subject: string): string {
  return subject
    .replace(/\?=\r\n[ \t]=\?/g, '?==?')
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, text: string) =>
      text
        .replaceAll('_', ' ')
        .replace(/=([0-9A-F]{2})/g, (_hex, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    )
    .replace(/=\?UTF-8\?B\?(.*?)\?=/gi, (_, text: string) => Buffer.from(text, 'base64').toString());
}
