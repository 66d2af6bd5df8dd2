import { describe, expect, test } from 'vitest';
import { callMessages } from '#server/bookings/call-messages.ts';
import { bookingStore } from '#server/bookings/store/booking-store.ts';
import { copyLeads } from '#server/copy/copy-leads.ts';
import { contactOf } from '#server/leads/follow-up/contact.ts';
import { mark } from '#server/leads/follow-up/marks.ts';
import { countOwed } from '#server/leads/follow-up/owed.ts';
import { bundleOwnerMails, MOST_IN_ONE, SINGLY } from '#server/leads/mails/bundle.ts';
import { operatorWriter } from '#server/leads/operator/operator-writer.ts';
import { storyOf } from '#server/leads/operator/story.ts';
import { eventQuery } from '#server/store/leads/events.ts';
import { someLead } from '../fakes/leads.ts';
import { fakeTransport } from '../fakes/message-bench.ts';
import { bundleBench, MINUTE, OWNER, timesTold } from './bundle-bench.ts';
import { engines } from './engines.ts';

/** Two full bundles and one that is not. */
const LEADS = 120;

describe.each(Object.entries(engines))('the owner’s mails about leads on %s', (_name, open) => {
  test('many leads at once: nine mails, the others together, each lead told once with its links; visitors do not wait', async () => {
    const { db, sent, insertAll, start, forward } = await bundleBench(open);
    const leads = await insertAll(LEADS);
    start();
    await forward(100);
    const toOwner = () => sent.filter(({ to }) => to[0] === OWNER);
    expect(toOwner().filter(({ subject }) => subject.startsWith('Nouveau contact'))).toHaveLength(SINGLY);
    const full = Math.floor((LEADS - SINGLY) / MOST_IN_ONE);
    expect(toOwner()).toHaveLength(SINGLY + full);
    // Fifty in this hour, by the bound of what no client is known of.
    expect(sent.length - toOwner().length).toBe(50);
    await db.updateTable('messages').set({ state: 'dropped' }).where('kind', '=', 'owner-reminder').execute();
    await forward(5 * MINUTE);
    expect(toOwner()).toHaveLength(SINGLY + full + 1);
    expect(toOwner().at(-1)?.subject).toBe('En un seul e\u2011mail\u202f: 11 nouveaux contacts');
    for (const lead of leads) expect(timesTold(lead, sent)).toBe(1);
    const links = toOwner().flatMap(({ text }) => text.match(/\/suivi\/\S+/g) ?? []);
    expect(new Set(links).size).toBe(3 * LEADS);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(sent.length);
    await forward(60 * MINUTE);
    await insertAll(1);
    await forward(100);
    expect(toOwner().at(-1)?.subject).toMatch(/^Nouveau contact/);
  });

  test('what is released at once is told together too, and a lead that comes meanwhile is not behind it', async () => {
    const { db, sent, insertAll, start, forward } = await bundleBench(open);
    const held = await insertAll(30, 'douteux');
    await operatorWriter(db).releaseAll();
    const [honest] = await insertAll(1);
    start();
    await forward(100);
    await forward(5 * MINUTE);
    const toOwner = sent.filter(({ to }) => to[0] === OWNER);
    expect(toOwner).toHaveLength(SINGLY + 1);
    expect(toOwner[0]?.text).toContain(honest?.id.slice(0, 8));
    for (const lead of held) expect(timesTold(lead, sent)).toBe(1);
  });

  test('reminders go together as well: without those that were answered, and each is followed by its next', async () => {
    const { db, clock, sent, insertAll, start, forward } = await bundleBench(open);
    const leads = await insertAll(20);
    start();
    await forward(100);
    await forward(10 * MINUTE);
    const [first, last] = [leads[0] ?? someLead(), leads.at(-1) ?? someLead()];
    for (const { id } of [first, last])
      await db.atomically([
        eventQuery(db, {
          id: `e ${id}`,
          leadId: id,
          kind: 'answered',
          by: 'owner',
          at: { now: clock.now() },
        }),
      ]);
    sent.length = 0;
    // A quarter of an hour after the last of them were told, in the bundle.
    await forward(6 * MINUTE);
    await forward(10 * MINUTE);
    const reminded = leads.filter((lead) => timesTold(lead, sent) === 1);
    expect(reminded).toHaveLength(18);
    expect([timesTold(first, sent), timesTold(last, sent)]).toEqual([0, 0]);
    const waiting = await db
      .selectFrom('messages')
      .select('lead_id')
      .where('kind', '=', 'owner-reminder')
      .where('state', '=', 'waiting')
      .execute();
    expect(waiting.map(({ lead_id }) => lead_id).sort()).toEqual(reminded.map(({ id }) => id).sort());
  });

  test('one mail reminds of all that waits, of nobody more than three times, whatever « Pas joint » adds; the week goes on', async () => {
    const { db, clock, sent, insertAll, start, forward } = await bundleBench(open);
    start();
    const leads = await insertAll(3);
    await forward(40 * MINUTE);
    // Within the hour of the others' second reminder comes this one's first.
    leads.push(...(await insertAll(1)));
    const again = leads[0] ?? someLead();
    for (let hour = 0; hour < 24 * 7; hour += 1) {
      await forward(60 * MINUTE);
      if (hour % 24 !== 8) continue;
      const contact = await contactOf(db, again.id);
      if (contact !== undefined)
        await mark({ db, sender: 'nous@atelier.example' }, contact, 'pas-joint', clock.now());
    }
    const reminders = sent.filter(({ to, subject }) => to[0] === OWNER && subject.startsWith('Toujours'));
    for (const lead of leads) expect(timesTold(lead, reminders)).toBe(3);
    // Twelve times somebody is named, in far fewer mails.
    expect(reminders.length).toBeLessThanOrEqual(5);
    expect(reminders.some(({ subject }) => subject === 'Toujours sans réponse\u202f: 4 contacts')).toBe(true);
    const { owed } = await countOwed(db, clock.now(), 0);
    expect(owed).toBe(2 * leads.length);
  });

  test('however many mails wait, a reminder that would be soon is looked for among the next ones alone', async () => {
    const { db, clock } = await bundleBench(open);
    const now = clock.now();
    const waits = {
      channel: 'mail',
      lead_id: null,
      state: 'waiting',
      created_at: now - 20 * MINUTE,
    } as const;
    const reminder = { ...waits, kind: 'owner-reminder', recipient: 'owner' } as const;
    const others = Array.from({ length: 200 }, (_, n) => ({
      ...({ ...waits, kind: 'visitor-lead', recipient: 'visitor' } as const),
      ...{ id: `other ${n}`, due_at: now + MINUTE + n },
    }));
    const reminders = [
      { ...reminder, id: 'due', due_at: now },
      { ...reminder, id: 'soon', due_at: now + 50 * MINUTE },
    ];
    await db
      .insertInto('messages')
      .values([...others, ...reminders])
      .execute();
    const gather = () => bundleOwnerMails({ db, sender: 'nous@atelier.example' }, now);
    expect((await gather()).ids).toEqual(['due']);
    await db.updateTable('messages').set({ state: 'sent' }).where('kind', '=', 'visitor-lead').execute();
    expect((await gather()).ids).toEqual([]);
    const told = db.selectFrom('messages').select('id').where('bundle_id', 'is not', null).orderBy('id');
    expect(await told.execute()).toEqual([{ id: 'due' }, { id: 'soon' }]);
  });

  test('a bundle whose outcome is unknown says the same again; what comes meanwhile goes into another', async () => {
    const { sent, transport } = fakeTransport();
    const { db, insertAll, start, forward } = await bundleBench(open, { transport });
    const accept = transport.send;
    let lost = 0;
    transport.send = async (mail, signal) => {
      const outcome = await accept(mail, signal);
      if (!mail.subject.startsWith('En un seul') || lost > 0) return outcome;
      lost += 1;
      return { kind: 'transient', message: 'reset', unknown: true, everyMail: false };
    };
    await insertAll(12);
    start();
    await forward(100);
    const bundles = () => sent.filter(({ subject }) => subject.startsWith('En un seul'));
    // Stopped between its first attempt and the next.
    await db.updateTable('messages').set({ due_at: 0 }).where('kind', '=', 'owner-bundle').execute();
    await forward(100);
    expect(bundles()).toHaveLength(1);
    await insertAll(3);
    await forward(100);
    await forward(5 * MINUTE);
    await forward(5 * MINUTE);
    const [attempt, again, other] = bundles();
    const references = (mail = attempt) => mail?.text.match(/Référence\u202f: \w{8}/g);
    expect([again?.id, references(again)]).toEqual([attempt?.id, references()]);
    expect(other?.id).not.toBe(attempt?.id);
    expect(bundles().map(({ subject }) => subject.match(/\d+/)?.[0])).toEqual(['3', '3', '3']);
  });

  test('a single mail that may have arrived is sent again under its own id; one that was not is told with others', async () => {
    const { sent, transport } = fakeTransport();
    const { db, insertAll, start, forward } = await bundleBench(open, { transport });
    const accept = transport.send;
    const accepted: typeof sent = [];
    let isAway = true;
    transport.send = async (mail, signal) => {
      const nth = new Set(sent.flatMap(({ id, to }) => (to[0] === OWNER ? id : []))).add(mail.id);
      const outcome = await accept(mail, signal);
      const index = [...nth].indexOf(mail.id);
      if (mail.to[0] === OWNER && index < 2 && isAway)
        return { kind: 'transient', message: '451', unknown: index === 0, everyMail: false };
      accepted.push(mail);
      return outcome;
    };
    await insertAll(20);
    start();
    await forward(100);
    const [maybe, not] = sent.filter(({ to }) => to[0] === OWNER);
    // They take the room that the two have left.
    await insertAll(2);
    await forward(100);
    isAway = false;
    await forward(10_000);
    await db.updateTable('messages').set({ state: 'dropped' }).where('kind', '=', 'owner-reminder').execute();
    await forward(5 * MINUTE);
    expect(accepted.filter(({ id }) => id === maybe?.id)).toHaveLength(1);
    expect(accepted.filter(({ id }) => id === not?.id)).toHaveLength(0);
    const bundle = accepted.find(({ subject }) => subject.startsWith('En un seul'));
    expect(bundle?.text).toContain(not?.text.match(/Référence\u202f: \w{8}/)?.[0]);
    expect(bundle?.text).not.toContain(maybe?.text.match(/Référence\u202f: \w{8}/)?.[0]);
  });

  test('an open bundle comes along with leads that are copied, and nobody is forgotten', async () => {
    const { db, insertAll, start, forward } = await bundleBench(open);
    await insertAll(12);
    start();
    await forward(100);
    const target = await bundleBench(open);
    await copyLeads(db, target.db);
    await copyLeads(db, target.db);
    target.start();
    await target.forward(10 * MINUTE);
    expect(target.sent.map(({ subject }) => subject)).toContain(
      'En un seul e\u2011mail\u202f: 3 nouveaux contacts',
    );
  });

  test('a rush of calls is told together as well, each with its invitation; leads take no place of theirs', async () => {
    const { db, clock, sent, insertAll, start, forward } = await bundleBench(open);
    const store = bookingStore(db);
    const sender = 'nous@atelier.example';
    const now = clock.now();
    for (let n = 0; n < SINGLY + 3; n += 1) {
      const begin = now + (48 + n) * 60 * MINUTE;
      const end = begin + 15 * MINUTE;
      const booking = {
        ...{ id: crypto.randomUUID(), token: crypto.randomUUID(), uid: `call-${n}@atelier.example` },
        ...{ leadId: null, name: `Anne ${n}`, email: `anne${n}@boite.ch`, phone: '+41215550148' },
        ...{ timeZone: null, time: { start: begin, end, coversUntil: end } },
      };
      const after = callMessages(db, { ...booking, start: begin, end, sequence: 0 }, 'booked', sender, now);
      expect(await store.insert(booking, now, after)).toBe('created');
    }
    await insertAll(SINGLY + 1);
    start();
    await forward(100);
    const ofCalls = () => sent.filter(({ to, text }) => to[0] === OWNER && text.includes('Anne'));
    expect(ofCalls().filter(({ invitation }) => invitation?.method === 'REQUEST')).toHaveLength(SINGLY);
    await forward(5 * MINUTE);
    expect(ofCalls()).toHaveLength(SINGLY + 1);
    const bundle = ofCalls().at(-1);
    expect(bundle?.subject).toBe(
      'En un seul e\u2011mail\u202f: 1 nouveau contact, 3 rendez-vous pris ou changés',
    );
    expect(bundle?.text).toContain('Chaque rendez-vous est joint');
    const invited = sent
      .filter(({ to }) => to[0] === OWNER)
      .flatMap((one) => one.invitation ?? one.invitations ?? []);
    expect(new Set(invited.map(({ content }) => content.match(/^UID:.*/m)?.[0])).size).toBe(SINGLY + 3);
  });

  test('an erased lead is not in it; of one that is left it is that one’s own mail, and its story says what became of it', async () => {
    const { db, sent, insertAll, start, forward } = await bundleBench(open);
    const leads = await insertAll(11);
    start();
    await forward(100);
    const [erased, kept] = leads.filter((lead) => timesTold(lead, sent) === 0);
    await operatorWriter(db).erase([erased?.id ?? '']);
    const told = async () =>
      (await storyOf(db, kept?.id ?? '')).messages.find(({ kind }) => kind === 'owner-lead')?.state;
    expect(await told()).toBe('waiting');
    await forward(5 * MINUTE);
    const mail = sent.findLast(({ to }) => to[0] === OWNER);
    expect(mail).toMatchObject({ subject: `Nouveau contact\u202f: ${kept?.name}`, replyTo: kept?.email });
    expect(await told()).toBe('sent');
  });
});
