import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { mailSender } from '#server/messages/mail/send-mails.ts';
import { claimMessages } from '#server/messages/message-queue.ts';
import { messagesQuery } from '#server/messages/new-message.ts';
import { messageKinds } from '#server/start/all-message-kinds.ts';
import { messageBench, SETTINGS } from '../fakes/message-bench.ts';
import { engines } from './engines.ts';

describe.each(Object.entries(engines))('messages that fail on %s', (_name, open) => {
  test('a few that cannot be written keep none behind them waiting', async () => {
    const { db, clock, messages, sent, start } = await messageBench(open);
    const broken = ['a', 'b', 'c', 'd'].map((id) => ({ id, kind: 'owner-call' as const, lead_id: null }));
    const good = { id: 'good', kind: 'owner-flood' as const, lead_id: null };
    await db.atomically([messagesQuery(db, clock.now(), [...broken, good])]);
    await db
      .updateTable('messages')
      .set({ detail: '{', due_at: 0 })
      .where('kind', '=', 'owner-call')
      .execute();
    start();
    const arrived = () => {
      clock.advance(1_000);
      return sent.map(({ id }) => id);
    };
    await expect.poll(arrived).toEqual(['good']);
    const rows = (await messages()).filter(({ kind }) => kind === 'owner-call');
    expect(rows.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting', 'waiting']);
    for (const { last_error } of rows) expect(last_error).toContain('erreur imprévue');
  });

  test('mails that are sent at once and find no server make one pause, as long as after one mail', async () => {
    const { db, clock, links } = await messageBench(open);
    const ids = ['a', 'b', 'c', 'd'];
    await db.atomically([
      messagesQuery(
        db,
        clock.now(),
        ids.map((id) => ({ id, kind: 'owner-flood' as const, lead_id: null })),
      ),
    ]);
    const sender = mailSender({
      ...{ db, links, clock, random: () => 0, log: pino({ enabled: false }) },
      ...{
        publicUrl: SETTINGS.PUBLIC_URL ?? '',
        owners: ['ada@atelier.example'],
        sender: 'nous@atelier.example',
      },
      kinds: messageKinds,
      transport: {
        send: async () => ({ kind: 'transient', message: 'ECONNREFUSED', unknown: false, everyMail: true }),
      },
    });
    const round = async () => {
      await db.updateTable('messages').set({ due_at: 0 }).execute();
      const claim = { channel: 'mail' as const, owner: 'me', now: clock.now(), limit: 4 };
      const { signal } = new AbortController();
      await Promise.all(
        (await claimMessages(db, claim)).map((message) => sender.deliver(message, 'me', signal)),
      );
      return sender.pausedForMs();
    };
    expect(await round()).toBe(500);
    clock.advance(500);
    expect(await round()).toBe(1_000);
  });
});
