import { decodePart, readMail } from '../../fakes/read-mail.ts';
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
  tries = 20,
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
    // A busy machine sends a visitor away, who comes again.
    if (response.status === 503 && tries > 1) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      return book(url, start, email, lead, tries - 1);
    }
    const answer = (await response.json()) as { start: string };
    return response.status === 201 ? { start: answer.start, email } : undefined;
  } catch {
    return undefined;
  }
}

export function soldTwice(calls: readonly BookedCall[]): number {
  return calls.length - new Set(calls.map(({ start }) => start)).size;
}

/** All parts of a mail, attachments too, decoded, and their folded lines (RFC 5545) joined: to search for words. */
export function wordsOf({ raw }: ReceivedMail): string {
  const parts = raw.replaceAll('\r\n', '\n').split(/^--.+$/m);
  return parts
    .map(decodePart)
    .join('\n')
    .replace(/\r?\n /g, '');
}

/** Whether a mail is a reminder, by its subject. */
export function isReminder({ raw }: ReceivedMail): boolean {
  return readMail(raw).header('Subject').startsWith('Rappel');
}
