import { describe, expect, test } from 'vitest';
import type { Instant } from '#domain/instant.ts';
import { fanOut } from '#server/leads/fan-out.ts';
import { owedToAll } from '#server/leads/follow-up/owed.ts';
import { enqueueHeldDigest, heldLeads } from '#server/leads/held-digest.ts';
import { operatorWriter } from '#server/leads/operator/operator-writer.ts';
import { claimMessages, messageQueue, settle } from '#server/messages/message-queue.ts';
import { messagesQuery } from '#server/messages/new-message.ts';
import { promisesMade } from '#server/messages/promised-by.ts';
import { VISITOR_MAILS } from '#server/messages/visitor-mails.ts';
import { nextDue } from '#server/queue/due.ts';
import { returnLeases } from '#server/queue/leases.ts';
import { eventQuery } from '#server/store/leads/events.ts';
import { TO_NOTIFY } from '#server/store/leads/lead-state.ts';
import { someLead } from '../fakes/leads.ts';
import { messageBench } from '../fakes/message-bench.ts';
import { engines } from './engines.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe.each(Object.entries(engines))('messages on %s', (_name, open) => {
  const lease = (owner: string, now: Instant) => ({
    channel: 'mail' as const,
    owner,
    now,
    limit: 10,
  });

  test('are claimed once, on record before they leave, and settled by whoever holds them only', async () => {
    const { db, clock, links } = await messageBench(open);
    const kinds = ['owner-held', 'owner-webhook-stopped', 'owner-call'] as const;
    await db.atomically([
      messagesQuery(
        db,
        clock.now(),
        kinds.map((kind) => ({ id: links.keyedHash(kind), kind, lead_id: null })),
      ),
    ]);
    const claim = (owner: string) => claimMessages(db, { ...lease(owner, clock.now()), limit: 2 });
    const claims = await Promise.all(['a', 'b', 'c'].map(claim));
    // Of those that claim at the same moment some may get nothing; none gets what another has.
    claims.push(await claim('d'), await claim('e'));
    expect(claims.flat().map(({ id }) => id)).toHaveLength(new Set(claims.flat().map(({ id }) => id)).size);
    expect(claims.flat()).toHaveLength(3);
    expect(claims.flat().every(({ attempts }) => attempts === 1)).toBe(true);
    const owners = await db.selectFrom('messages').select(['id', 'lease_owner']).execute();
    const [{ id, lease_owner } = { id: '', lease_owner: '' }] = owners;
    const sent = { state: 'sent', receipt: '250 Ok' } as const;
    expect(await settle(db, 'somebody else', id, sent, clock.now())).toBe(false);
    expect(await settle(db, lease_owner ?? '', id, sent, clock.now())).toBe(true);
    expect(await settle(db, lease_owner ?? '', id, sent, clock.now())).toBe(false);
    const row = await db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: 'sent', receipt: '250 Ok', unknown_outcome: 0, lease_owner: null });
  });

  test('an order to tell becomes the same messages however often it is carried out', async () => {
    const webhook = { WEBHOOK_URL: 'https://outil.example/x', WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}` };
    const { db, clock, links, insert, messages } = await messageBench(open, { environment: webhook });
    const lead = await insert();
    const deps = { db, clock, links, sender: 'nous@atelier.example', webhook: true, wake: () => {} };
    const order = await db.selectFrom('outbox').select('tell_since').executeTakeFirstOrThrow();
    expect(await fanOut(deps)).toBe(1);
    const once = await messages();
    expect(await fanOut(deps)).toBe(0);
    // As if another server had read the order before it was taken away.
    await db.updateTable('outbox').set(order).execute();
    expect(await fanOut(deps)).toBe(1);
    expect(await messages()).toEqual(once);
    expect(once.map(({ kind, channel, recipient, state }) => [kind, channel, recipient, state])).toEqual([
      ['owner-lead', 'mail', 'owner', 'waiting'],
      ['visitor-lead', 'mail', 'visitor', 'waiting'],
      ['webhook-lead', 'webhook', 'webhook', 'waiting'],
    ]);
    expect(JSON.stringify(once)).not.toContain(lead.email);
    const events = await db.selectFrom('lead_events').selectAll().execute();
    const detail = JSON.stringify(promisesMade('received', events[0]?.at ?? 0));
    expect(events).toMatchObject([{ lead_id: lead.id, kind: 'received', by: 'visitor', detail }]);
  });

  test('of a held lead are not made before it is released; the owner has one digest a day, and those of an hour by themselves', async () => {
    const { db, clock, links, insert, messages } = await messageBench(open);
    const held = await insert(someLead(), 'douteux');
    const deps = { db, clock, links, sender: 'nous@atelier.example', webhook: false, wake: () => {} };
    for (const hours of [0, 1, 20, 24]) await enqueueHeldDigest(deps, clock.now() + hours * HOUR);
    const digests = (await messages()).filter(({ kind }) => kind === 'owner-held');
    expect(digests.map(({ due_at }) => new Date(due_at).toISOString())).toEqual([
      '2026-11-25T08:00:00.000Z',
      '2026-11-26T08:00:00.000Z',
    ]);
    const one = { count: 1, leads: [{ id: held.id, because: 'douteux' }] };
    expect(await heldLeads(db, 1)).toMatchObject(one);
    const { due_at: from } = await db.selectFrom('outbox').select('due_at').executeTakeFirstOrThrow();
    expect(await heldLeads(db, 1, { from, to: from + HOUR })).toMatchObject(one);
    for (const away of [-HOUR, 1])
      expect(await heldLeads(db, 1, { from: from + away, to: from + away + HOUR })).toEqual({
        count: 0,
        leads: [],
      });
    const released: string[] = [];
    const telling = { ...deps, released: (lead: { id: string }) => void released.push(lead.id) };
    await insert();
    expect([await fanOut(telling), released]).toEqual([1, []]);
    await operatorWriter(db).release([held.id]);
    expect([await fanOut(telling), released]).toEqual([1, [held.id]]);
    expect(await heldLeads(db, 1)).toEqual({ count: 0, leads: [] });
    expect((await messages()).map(({ lead_id }) => lead_id)).toContain(held.id);
  });

  test('what is promised to a lead that was held runs from its release; a mail that waited names no time that is past', async () => {
    const { db, clock, links, insert, start, sent } = await messageBench(open);
    const twice = someLead();
    const held = [await insert(twice, 'douteux'), await insert(someLead({ email: twice.email }), 'douteux')];
    await insert(someLead({ email: twice.email }));
    clock.advance(13 * 24 * HOUR);
    await operatorWriter(db).release(held.map(({ id }) => id));
    const deps = { db, clock, links, sender: 'nous@atelier.example', webhook: false, wake: () => {} };
    await fanOut(deps);
    const until = async () =>
      (await owedToAll(db))
        .filter(({ lead }) => held.some(({ id }) => id === lead?.id))
        .map(({ until }) => new Date(until).toISOString());
    expect(new Set(await until())).toEqual(new Set(['2026-12-08T17:00:00.000Z', '2026-12-09T17:00:00.000Z']));
    start();
    const toVisitor = () => sent.filter(({ to }) => to[0] === twice.email).map(({ text }) => text);
    const settled = async (count: number) => {
      const told = () => {
        clock.advance(100);
        return toVisitor().length;
      };
      await expect.poll(told, { interval: 20 }).toBe(count);
    };
    await settled(VISITOR_MAILS.ofMailbox);
    const promised = toVisitor().flatMap((text) => text.match(/au plus tard le [^.]*\./g) ?? []);
    // The third is of the lead that was never held, thirteen days late: what was promised to it is past.
    expect(new Set(promised)).toEqual(
      new Set([
        'au plus tard le mardi 8\u00a0décembre 2026 à\u00a018h00.',
        'au plus tard le mercredi 9\u00a0décembre 2026 à\u00a018h00.',
      ]),
    );
    clock.advance(25 * HOUR);
    await settled(VISITOR_MAILS.ofMailbox + 1);
    const said = (text = '') => /au plus tard le (.*) à/.exec(text)?.[1];
    for (const text of toVisitor()) expect([undefined, 'mardi 8\u00a0décembre 2026']).toContain(said(text));
  });

  test('about released leads stand behind all others, as do their reminders', async () => {
    const { db, clock, links, insert, start, messages } = await messageBench(open);
    const held = [await insert(someLead(), 'douteux'), await insert(someLead(), 'douteux')];
    const deps = { db, clock, links, sender: 'nous@atelier.example', webhook: false, wake: () => {} };
    await operatorWriter(db).releaseAll();
    expect(await fanOut(deps)).toBe(2);
    clock.advance(1_000);
    const honest = await insert();
    expect(await fanOut(deps)).toBe(1);
    const own = (claimed: readonly { lead_id: string | null }[]) => claimed.map(({ lead_id }) => lead_id);
    const first = await claimMessages(db, lease('a', clock.now()));
    expect(own(first)).toEqual([honest.id, honest.id]);
    const behind = await claimMessages(db, lease('a', clock.now()));
    expect(own(behind).toSorted()).toEqual(held.flatMap(({ id }) => [id, id]).toSorted());
    expect(await nextDue(db, messageQueue('mail'), clock.now())).toBeGreaterThan(0);
    await returnLeases(db, messageQueue('mail'), 'a', clock.now());
    expect(await nextDue(db, messageQueue('mail'), clock.now())).toBeLessThanOrEqual(0);

    const reminders = async () => (await messages()).filter(({ kind }) => kind === 'owner-reminder');
    start();
    const next = async () => {
      clock.advance(100);
      return (await reminders()).length;
    };
    // The first of each once its lead was told, and the one that follows it.
    await expect.poll(next, { interval: 20 }).toBe(3);
    await db.updateTable('messages').set({ due_at: 0 }).where('kind', '=', 'owner-reminder').execute();
    await expect.poll(next, { interval: 20 }).toBe(6);
    for (const { lead_id, released } of await reminders())
      expect(released).toBe(lead_id === honest.id ? 0 : 1);
  });

  test('a visitor’s mailbox has so many a day, the others wait; an address that is none has none', async () => {
    const { db, clock, links, insert, messages } = await messageBench(open);
    const email = 'Zoe@example.ch';
    const leads = [email, email.toLowerCase(), email, 'zoe@example.ch, eve@example.ch', 'eve@example'];
    for (const address of leads) await insert(someLead({ email: address }));
    // Calls and their reminders have limits of their own, and use up none of these.
    const reminders = Array.from({ length: VISITOR_MAILS.inAnHour }, (_, index) => ({
      ...{ id: `call-${index}`, kind: 'visitor-call-reminder' as const, lead_id: null },
    }));
    await db.atomically([messagesQuery(db, clock.now(), reminders)]);
    const deps = { db, clock, links, sender: 'nous@atelier.example', webhook: false, wake: () => {} };
    await fanOut(deps);
    const all = await messages();
    const states = all
      .filter(({ kind }) => kind === 'visitor-lead')
      .map(({ state, due_at }) => `${state} ${due_at - clock.now()}`);
    expect(states.toSorted()).toEqual([
      ...Array(2).fill('dropped 0'),
      ...Array(VISITOR_MAILS.ofMailbox).fill('waiting 0'),
      `waiting ${24 * HOUR}`,
    ]);
    expect(all.filter(({ kind }) => kind === 'owner-lead')).toHaveLength(leads.length);
  });

  test('what is owed is listed by urgency, until somebody answered, gave up or was taken back', async () => {
    const { db, clock, insert, links } = await messageBench(open);
    const leads = [await insert(), await insert(), await insert()];
    const deps = { db, clock, links, sender: 'nous@atelier.example', webhook: false, wake: () => {} };
    await fanOut(deps);
    const say = (
      index: number,
      kind: 'answered' | 'audit-sent' | 'not-reached' | 'erasure-requested',
      at: number,
    ) =>
      db.atomically([
        eventQuery(db, { id: crypto.randomUUID(), leadId: leads[index]?.id ?? '', kind, by: 'owner', at }),
      ]);
    const owed = async () =>
      (await owedToAll(db)).map(({ lead, promised, until }) => [
        leads.findIndex(({ id }) => id === lead?.id),
        promised.owed,
        new Date(until).toISOString().slice(0, 16),
      ]);
    expect(await owed()).toHaveLength(6);
    await say(0, 'answered', clock.now() + 1);
    // An answer is no audit.
    expect(await owed()).toContainEqual([0, 'Lui envoyer son audit', '2026-11-26T17:00']);
    await say(0, 'audit-sent', clock.now() + 2);
    await say(1, 'answered', clock.now() + 1);
    await say(1, 'not-reached', clock.now() + 2);
    await say(2, 'erasure-requested', clock.now() + 3);
    expect(await owed()).toEqual([
      [1, 'Rappeler', '2026-11-25T17:00'],
      [1, 'Lui envoyer son audit', '2026-11-26T17:00'],
      [2, 'Effacer ses données', '2026-12-24T09:00'],
    ]);
  });

  test('the clock brings an unanswered lead up three times, and ends with a word', async () => {
    const { db, clock, insert, start, sent } = await messageBench(open);
    const [silent, answered] = [await insert(), await insert()];
    start();
    const reminders = (id: string) =>
      sent.filter(({ subject, text }) => subject.includes('Toujours') && text.includes(id.slice(0, 8)))
        .length;
    const settled = async () => {
      for (;;) {
        for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        const toTell = await db.selectFrom('outbox').select('lead_id').where(TO_NOTIFY).execute();
        const due = await db
          .selectFrom('messages')
          .select('id')
          .where('state', '=', 'waiting')
          .where('due_at', '<=', clock.now())
          .execute();
        if (toTell.length + due.length === 0) return;
        clock.advance(200);
      }
    };
    const forward = async (ms: number, step = 10 * MINUTE) => {
      for (let left = ms; left > 0; left -= step) {
        clock.advance(step);
        await settled();
      }
    };
    await settled();
    await forward(10 * MINUTE);
    expect([reminders(silent.id), reminders(answered.id)]).toEqual([0, 0]);
    await forward(10 * MINUTE);
    expect([reminders(silent.id), reminders(answered.id)]).toEqual([1, 1]);
    const event = { leadId: answered.id, kind: 'answered', by: 'owner', at: { now: clock.now() } } as const;
    await db.atomically([eventQuery(db, { id: 'e', ...event })]);
    await forward(2 * HOUR);
    expect([reminders(silent.id), reminders(answered.id)]).toEqual([2, 1]);
    await forward(19 * HOUR, HOUR);
    expect([reminders(silent.id), reminders(answered.id)]).toEqual([2, 1]);
    await forward(2 * HOUR);
    expect([reminders(silent.id), reminders(answered.id)]).toEqual([3, 1]);
    await forward(48 * HOUR, 2 * HOUR);
    expect([reminders(silent.id), reminders(answered.id)]).toEqual([3, 1]);
  });
});
