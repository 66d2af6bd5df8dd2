import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { loadConfig } from '#server/config/config.ts';
import type { Environment } from '#server/config/env.ts';
import { Secret } from '#server/config/secrets.ts';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { signedLinks } from '#server/messages/links.ts';
import type { MailOutcome, MailTransport, OutgoingMail } from '#server/messages/mail/transport.ts';
import { type MessagesDeps, startMessages } from '#server/start/start-messages.ts';
import type { Database } from '#server/store/database.ts';
import { manualClock } from './clock.ts';
import { someLead } from './leads.ts';

/** A Tuesday at 10:00 in Zurich. */
export const TUESDAY = Date.parse('2026-11-24T09:00:00Z');

export const SETTINGS: Environment = {
  OWNER_EMAIL: 'ada@atelier.example',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Atelier <nous@atelier.example>',
  PUBLIC_URL: 'https://atelier.example',
};

/** Accepts every mail, except for the given outcomes, which are used up first. */
export function fakeTransport(outcomes: MailOutcome[] = []) {
  const sent: OutgoingMail[] = [];
  const transport: MailTransport = {
    async send(mail) {
      sent.push(mail);
      return outcomes.shift() ?? { kind: 'accepted', receipt: '250 Ok' };
    },
  };
  return { sent, transport };
}

/** Everything that makes and sends messages, over a database, with a manual clock. */
export async function messageBench(
  open: () => Promise<Database>,
  overrides: Partial<MessagesDeps> & { readonly environment?: Environment } = {},
) {
  const db = await open();
  onTestFinished(() => db.destroy());
  const clock = manualClock(TUESDAY);
  const links = signedLinks(new Secret('key'));
  const lines: string[] = [];
  const log = pino({}, { write: (line) => lines.push(line) }) as unknown as MessagesDeps['log'];
  const writer = leadWriter(db);
  const config = loadConfig({ ...SETTINGS, ...overrides.environment });
  const fake = fakeTransport();
  return {
    db,
    clock,
    links,
    config,
    sent: fake.sent,
    log: () => lines.join(''),
    async insert(lead = someLead(), heldBecause?: string, client?: string) {
      await writer.insert(lead, clock.now(), heldBecause, client === undefined ? {} : { client });
      return lead;
    },
    messages: () => db.selectFrom('messages').selectAll().orderBy('kind').orderBy('created_at').execute(),
    start() {
      const worker = startMessages({
        ...{ config, db, links, clock, log, random: () => 0.5, transport: fake.transport },
        released: undefined,
        ...overrides,
      });
      onTestFinished(async () => {
        const stopped = worker.stop();
        clock.advance(10_000);
        await stopped;
      });
      return worker;
    },
  };
}
