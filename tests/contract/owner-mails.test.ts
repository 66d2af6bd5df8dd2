import { describe, expect, test } from 'vitest';
import { office } from '#content/office.ts';
import { weekOf } from '#domain/working-time.ts';
import { standingAlarms } from '#server/messages/alarms.ts';
import { claimMessages } from '#server/messages/claim.ts';
import { eventQuery } from '#server/messages/events.ts';
import { writeMail } from '#server/messages/mail/write-mail.ts';
import { messagesQuery } from '#server/messages/new-message.ts';
import { watchAlarms } from '#server/messages/watch-alarms.ts';
import { enqueueWeekMail } from '#server/messages/week.ts';
import { weekFigures } from '#server/messages/week-figures.ts';
import { pauseDelivery, resumeDelivery } from '#server/store/conditions.ts';
import type { Database } from '#server/store/database.ts';
import { outboxState } from '#server/store/outbox/outbox-state.ts';
import { someLead } from '../fakes/leads.ts';
import { messageBench, SETTINGS } from '../fakes/message-bench.ts';
import { engines } from './engines.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const sender = 'nous@atelier.example';

/** What counts as now on this engine. */
async function engineNow(db: Database, own: number): Promise<number> {
  const row = await db.selectNoFrom(db.engine.instant(own).as('now')).executeTakeFirstOrThrow();
  return Number(row.now);
}

describe.each(Object.entries(engines))('mails about the service on %s', (_name, open) => {
  async function bench() {
    const all = await messageBench(open);
    const { db, clock, links } = all;
    const now = await engineNow(db, clock.now());
    const written: string[] = [];
    const log = { error: (_: object, line: string) => written.push(line), info: () => {} };
    const alarms = { db, sender, webhook: true, firstStrategy: 1, log: log as never, wake: () => {} };
    const weekly = () =>
      db.selectFrom('messages').selectAll().where('kind', '=', 'owner-week').orderBy('due_at').execute();
    const deps = { db, links, publicUrl: SETTINGS.PUBLIC_URL ?? '', owners: [sender], sender };
    return {
      ...all,
      now,
      written,
      weekly,
      owe: () => enqueueWeekMail({ db, links, sender }, clock.now()),
      look: (at = clock.now()) => watchAlarms(alarms, at),
      /** As the worker would write it now. */
      async write(kind: string) {
        const row = await db
          .selectFrom('messages')
          .selectAll()
          .where('kind', '=', kind as never)
          .executeTakeFirstOrThrow();
        const mail = await writeMail(deps, row, await engineNow(db, clock.now()));
        return 'dropped' in mail ? mail.dropped : mail.mail.text.replaceAll('\u202f', ' ');
      },
    };
  }

  test('one weekly mail is owed, at the first opening of the next week, whoever looks and however often', async () => {
    const { now, weekly, owe } = await bench();
    await Promise.all([owe(), owe(), owe(), owe()]);
    await owe();
    const rows = await weekly();
    const { after, from, to } = weekOf(office, now);
    expect(rows.map(({ due_at, state }) => [Math.abs(due_at - after) < 10_000, state])).toEqual([
      [true, 'waiting'],
    ]);
    expect(JSON.parse(rows[0]?.detail ?? '')).toEqual({ from, to });
  });

  test('weeks without a server are made up for, but none before the first; a clock that ran ahead leaves none', async () => {
    const { db, now, weekly, owe } = await bench();
    const mondays = async () => (await weekly()).map(({ detail }) => JSON.parse(detail ?? '').from);
    await owe();
    // As it would stand had the server last run two weeks ago.
    const { from } = weekOf(office, now - 2 * WEEK);
    await db
      .updateTable('messages')
      .set({ created_at: now - 2 * WEEK, id: 'first', state: 'sent', detail: JSON.stringify({ from }) })
      .execute();
    await db
      .insertInto('messages')
      .values({
        id: 'ahead',
        kind: 'owner-week',
        channel: 'mail',
        recipient: 'owner',
        lead_id: null,
        created_at: now + 8 * WEEK,
        due_at: now + 9 * WEEK,
        detail: '{"from":0}',
      })
      .execute();
    await owe();
    const expected = [now - 2 * WEEK, now - 2 * WEEK, now - WEEK, now].map((at) => weekOf(office, at).from);
    expect((await mondays()).toSorted()).toEqual(expected.toSorted());
  });

  test('the weekly mail counts what came, was answered and how fast, calls, and what is owed', async () => {
    const { db, now, insert, owe, write, weekly } = await bench();
    const week = weekOf(office, now);
    const leads = await Promise.all([1, 2, 3, 4, 5].map(() => insert(someLead())));
    await insert(someLead(), 'douteux');
    const [one, two, three, four, five] = leads.map(({ id }) => id) as [
      string,
      string,
      string,
      string,
      string,
    ];
    const came = week.from + 10 * HOUR;
    await db.updateTable('leads').set({ created_at: came }).execute();
    await db
      .updateTable('leads')
      .set({ created_at: week.from - DAY })
      .where('id', '=', four)
      .execute();
    const event = (leadId: string, kind: 'received' | 'answered' | 'not-reached', at: number) =>
      eventQuery(db, { id: crypto.randomUUID(), leadId, kind, by: 'owner', at });
    await db.atomically([
      ...[one, two, three, four, five].map((id) => event(id, 'received', came)),
      event(one, 'answered', came + 10 * MINUTE),
      event(one, 'answered', came + 9 * HOUR),
      event(two, 'answered', came + 30 * MINUTE),
      // Of the week before, answered in this one.
      event(four, 'answered', week.from + 2 * HOUR),
      // Answered last week: not this week's.
      event(five, 'answered', week.from - HOUR),
      event(three, 'not-reached', came + 5 * HOUR),
    ]);
    const call = (id: string, start: number, state: 'booked' | 'cancelled', leadId: string | null) => ({
      ...{ id, token: id, uid: id, lead_id: leadId, name: 'n', email: 'e', phone: 'p', state },
      ...{ asked_start_at: start, start_at: start, end_at: start + 900_000, sequence: 0 },
      ...{ created_at: came, changed_at: came },
    });
    await db
      .insertInto('bookings')
      .values([
        call('a', came + 2 * HOUR, 'booked', three),
        call('b', came + 3 * HOUR, 'booked', null),
        call('c', came + 4 * HOUR, 'cancelled', null),
        call('d', week.to + HOUR, 'booked', null),
      ])
      .execute();
    const change = (booking_id: string, sequence: number, kind: 'booked' | 'cancelled', at: number) => ({
      ...{ booking_id, sequence, kind, start_at: 1, at },
    });
    await db
      .insertInto('booking_changes')
      .values([
        change('a', 0, 'booked', week.from - HOUR),
        change('b', 0, 'booked', came),
        change('c', 0, 'booked', came),
        change('c', 1, 'cancelled', came),
        change('d', 0, 'booked', came),
      ])
      .execute();

    const figures = await weekFigures(db, week, week.after, '');
    expect(figures).toMatchObject({
      received: 5,
      held: 1,
      unanswered: 1,
      answeredAfter: [10 * MINUTE, 30 * MINUTE, 26 * HOUR],
      calls: { booked: 3, cancelled: 1, kept: 1, missed: 1 },
      stuck: 0,
    });
    // Answer and audit of the third; whoever asked and was answered is owed nothing.
    expect(figures.owed.owed).toBe(2);
    await owe();
    expect(await weekly()).toHaveLength(1);
    const text = await write('owner-week');
    for (const line of [
      'Contacts arrivés : 5',
      'Délai médian de réponse : 30 min',
      'Réponse la plus lente : 1 j 2 h',
      'Appels réservés : 3',
      'Appels tenus : 1',
      'Cet e-mail prouve que l’envoi fonctionne',
    ])
      expect(text).toContain(line);
  });

  test('leads that wait for over 10 minutes raise one alarm, told once by mail and webhook, and its end once', async () => {
    const { db, now, insert, look, messages, written, write } = await bench();
    const lead = await insert();
    await db.updateTable('outbox').set({ tell_since: null }).execute();
    await db
      .updateTable('leads')
      .set({ created_at: now - 9 * MINUTE })
      .execute();
    await look();
    expect(await standingAlarms(db)).toEqual([]);
    await db
      .updateTable('leads')
      .set({ created_at: now - 11 * MINUTE })
      .execute();
    await Promise.all([look(), look(), look(), look()]);
    await look();
    expect((await messages()).map(({ kind }) => kind)).toEqual(['owner-alarm', 'webhook-alarm']);
    expect(written).toHaveLength(1);
    expect(await standingAlarms(db)).toMatchObject([{ name: 'delivery-late' }]);
    expect(await write('owner-alarm')).toContain('attendent plus de 10 minutes');
    await db
      .updateTable('outbox')
      .set({ state: 'delivered', delivered_at: now, strategy: 1 })
      .where('lead_id', '=', lead.id)
      .execute();
    await Promise.all([look(), look(), look()]);
    const kinds = (await messages()).map(({ kind }) => kind);
    expect(kinds).toEqual(['owner-alarm', 'owner-alarm-over', 'webhook-alarm', 'webhook-alarm']);
    expect(await standingAlarms(db)).toEqual([]);
    expect(await write('owner-alarm')).toContain('L’alerte est finie');
    expect(await write('owner-alarm-over')).toContain('Rien n’a été perdu');
  });

  test('what waited during a pause is late only 10 minutes after its end', async () => {
    const { db, now, clock, insert, look } = await bench();
    await insert();
    await db
      .updateTable('leads')
      .set({ created_at: now - DAY })
      .execute();
    await db
      .updateTable('outbox')
      .set({ due_at: now - DAY })
      .execute();
    await pauseDelivery(db, clock.now());
    await look();
    expect(await resumeDelivery(db, clock.now())).toBe(true);
    expect(await resumeDelivery(db, clock.now())).toBe(false);
    await look();
    expect(await standingAlarms(db)).toEqual([]);
    expect(await outboxState(db, clock.now())).toMatchObject({ stalled: false, pausedSince: null });
    await db
      .updateTable('conditions')
      .set({ since: now - 11 * MINUTE })
      .execute();
    await look();
    expect(await standingAlarms(db)).toMatchObject([{ name: 'delivery-late' }]);
    expect(await outboxState(db, clock.now())).toMatchObject({ stalled: true });
  });

  test('servers that notice the same within a few milliseconds tell of it once', async () => {
    const { db, clock, insert, look, messages } = await bench();
    await insert();
    await db.updateTable('leads').set({ created_at: 1 }).execute();
    await Promise.all([0, 1, 2, 3].map((ms) => look(clock.now() + ms)));
    expect((await messages()).map(({ kind }) => kind)).toEqual(['owner-alarm', 'webhook-alarm']);
    const [standing] = await standingAlarms(db);
    for (const { detail } of await messages())
      expect(JSON.parse(detail ?? '')).toMatchObject({ since: standing?.since });
  });

  test('a held lead raises none, nor does one just released; another strategy does until the first works again', async () => {
    const { db, now, insert, look } = await bench();
    await insert(someLead(), 'douteux');
    const [released, delivered] = [await insert(), await insert()];
    await db
      .updateTable('leads')
      .set({ created_at: now - DAY })
      .execute();
    await db.updateTable('outbox').set({ released: 1 }).where('lead_id', '=', released.id).execute();
    const deliver = (strategy: number, at: number) =>
      db
        .updateTable('outbox')
        .set({ state: 'delivered', delivered_at: at, strategy })
        .where('lead_id', '=', delivered.id)
        .execute();
    await deliver(1, now);
    await look();
    expect(await standingAlarms(db)).toEqual([]);
    await deliver(3, now);
    await look();
    expect(await standingAlarms(db)).toMatchObject([{ name: 'fallback-strategy' }]);
    await deliver(0, now);
    await look();
    expect(await standingAlarms(db)).toEqual([]);
  });

  test('a mail to the owner that no server takes says nothing about mail once others were accepted', async () => {
    const { db, now, look, messages } = await bench();
    const mail = (id: string) => messagesQuery(db, now, [{ id, kind: 'owner-call', lead_id: null }]);
    await db.atomically([mail('poisoned'), mail('accepted')]);
    const poisoned = { attempts: 40, last_error: '554', created_at: now - 2 * DAY };
    await db.updateTable('messages').set(poisoned).where('id', '=', 'poisoned').execute();
    const accepted = { state: 'sent' as const, sent_at: now - 2 * HOUR };
    await db.updateTable('messages').set(accepted).where('id', '=', 'accepted').execute();
    await look();
    expect(await db.selectFrom('alarms').selectAll().execute()).toEqual([]);
    // Before anything else was accepted it might have been the mail server.
    await db
      .updateTable('messages')
      .set({ sent_at: now - 2 * DAY })
      .where('id', '=', 'accepted')
      .execute();
    await look();
    expect(await db.selectFrom('alarms').selectAll().execute()).toMatchObject([{ name: 'mail-down' }]);
    expect((await messages()).filter(({ kind }) => kind.startsWith('owner-alarm'))).toEqual([]);
  });

  test('no mail accepted for an hour although some are due: the log says it, and the mail follows its end', async () => {
    const { db, now, look, written, messages } = await bench();
    await db.atomically([messagesQuery(db, now, [{ id: 'm', kind: 'owner-call', lead_id: null }])]);
    const [claimed] = await claimMessages(db, {
      channel: 'mail',
      owner: 'a',
      now,
      leaseMs: MINUTE,
      limit: 1,
    });
    await db
      .updateTable('messages')
      .set({ last_error: 'greylisted', lease_owner: null, lease_until: null })
      .where('id', '=', claimed?.id ?? '')
      .execute();
    await look();
    expect(written).toEqual([]);
    await db
      .updateTable('alarms')
      .set({ since: now - HOUR - MINUTE })
      .execute();
    await look();
    await look();
    expect(written).toHaveLength(1);
    expect(written[0]).toContain('aucun e-mail');
    expect(await standingAlarms(db)).toMatchObject([{ name: 'mail-down' }]);
    await db.updateTable('messages').set({ state: 'sent', sent_at: now }).where('id', '=', 'm').execute();
    await look();
    expect(await standingAlarms(db)).toEqual([]);
    expect((await messages()).filter(({ kind }) => kind.startsWith('owner-alarm'))).toHaveLength(2);
  });
});
