import fastify from 'fastify';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { Secret } from '#server/config/secrets.ts';
import { readTemplate } from '#server/http/pages/template.ts';
import { followUpRoute } from '#server/leads/routes/follow-up.ts';
import { signedLinks } from '#server/messages/links.ts';
import type { MailDeps } from '#server/messages/mail/mail-kind.ts';
import { mailSender, writeMail } from '#server/messages/mail/send-mails.ts';
import { claimMessages } from '#server/messages/message-queue.ts';
import { messageKinds } from '#server/start/all-message-kinds.ts';
import { bookingRules } from '#server/start/start-bookings.ts';
import type { engines } from './engines.ts';

/** A Monday at the office, 9h00. */
export const NOW = Date.parse('2026-11-23T08:00:00Z');
export const HOUR = 3_600_000;
export const TUESDAY = Date.parse('2026-11-24T09:30:00Z');
export const THURSDAY = Date.parse('2026-11-26T09:30:00Z');
export const SENDER = 'nous@atelier.example';
/** @param mail who sends mails and gets them; the owner alone unless given */
export async function startedOn(
  open: (typeof engines)[string],
  mail: Partial<Pick<MailDeps, 'owners' | 'sender' | 'organizer'>> = {},
) {
  const db = await open();
  onTestFinished(() => db.destroy());
  let now = NOW;
  const links = signedLinks(new Secret('key'));
  const { bookings: calls } = bookingRules(
    {
      ...{ db, links, publicUrl: 'https://exemple.ch', sender: SENDER, perMinute: 20 },
      ...{ now: () => now, wake: () => {} },
    },
    { between: async () => [] },
  );
  const lead = {
    id: crypto.randomUUID(),
    name: 'Zoé',
    email: 'zoe@example.ch',
    user_id: 'u',
    url: 'http://x',
  };
  await db
    .insertInto('leads')
    .values({ ...lead, status: 'Cold', created_at: NOW })
    .execute();
  const deps = {
    ...{ db, links, publicUrl: 'https://exemple.ch', owners: [SENDER], sender: SENDER },
    ...mail,
    kinds: messageKinds,
  };
  const messages = (channel: 'mail' | 'provider' = 'mail') =>
    db
      .selectFrom('messages')
      .selectAll()
      .where('channel', '=', channel)
      .orderBy('due_at')
      .orderBy('kind')
      .execute();
  /** What would leave now of everything that is due by then. */
  const written = async (at: number) => {
    const due = (await messages()).filter(({ due_at, state }) => state === 'waiting' && due_at <= at);
    return Promise.all(due.map(async (message) => ({ message, ...(await writeMail(deps, message, at)) })));
  };
  const book = (start: number, leadId: string | null = lead.id, email = 'zoe@example.ch') =>
    calls.book(
      {
        id: crypto.randomUUID(),
        start,
        name: 'Zoé <script>',
        email,
        phone: '+41215550148',
        timeZone: 'America/New_York',
      },
      { leadId, client: null },
    );
  const token = async () => (await db.selectFrom('bookings').select('token').executeTakeFirstOrThrow()).token;
  const pass = (to: number) => {
    now = to;
  };
  /** Everything that waits, tried once now by a mail server that asks to come again. */
  const greylisted = async (at: number) => {
    pass(at);
    await db.updateTable('messages').set({ due_at: 0 }).where('state', '=', 'waiting').execute();
    const sender = mailSender({
      ...deps,
      clock: { now: () => at, wait: async () => {} },
      random: () => 0,
      log: pino({ enabled: false }),
      transport: {
        send: async () => ({ kind: 'transient', message: '450', unknown: false, everyMail: false }),
      },
    });
    const claim = { channel: 'mail' as const, owner: 'a', now: at, limit: 10 };
    for (const message of await claimMessages(db, claim))
      await sender.deliver(message, 'a', new AbortController().signal);
    return (await messages()).map(({ kind, state }) => `${kind} ${state}`).toSorted();
  };
  const app = fastify();
  onTestFinished(() => app.close());
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  app.decorate('template', readTemplate(''));
  followUpRoute(app, { ...deps, now: () => now, wake: () => {}, bookings: calls });
  /** Opens a link of a mail, or answers on its page. */
  const follow = (link: string, answer?: string) =>
    app.inject({
      method: answer === undefined ? 'GET' : 'POST',
      url: link.replace(deps.publicUrl, ''),
      ...(answer !== undefined && {
        payload: `answer=${answer}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      }),
    });
  return { db, links, calls, lead, book, messages, written, greylisted, token, pass, follow };
}
