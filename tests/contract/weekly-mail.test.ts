import { describe, expect, test } from 'vitest';
import { office } from '#content/office.ts';
import { DIRECT } from '#domain/source.ts';
import { isoDayIn } from '#domain/wall-clock.ts';
import { weekOf } from '#domain/working-time.ts';
import { weekFigures } from '#server/leads/week-figures.ts';
import { takeReading } from '#server/outbox/read-back/run.ts';
import { eventQuery } from '#server/store/leads/events.ts';
import { visitCounts } from '#server/visits/visit-counts.ts';
import { someLead } from '../fakes/leads.ts';
import { serviceMailsBench } from '../fakes/service-mails-bench.ts';
import { engines } from './engines.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

describe.each(Object.entries(engines))('the weekly mail on %s', (_name, open) => {
  const bench = () => serviceMailsBench(open);

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
    await db
      .updateTable('leads')
      .set({ source: 'lettre', medium: 'e-mail', campaign: '' })
      .where('id', '=', one)
      .execute();
    await visitCounts(db).add([
      { day: isoDayIn(came, office.timeZone), page: '/', ...DIRECT, step: 'visit', count: 12 },
    ]);
    const event = (leadId: string, kind: 'received' | 'answered' | 'not-reached', at: number) =>
      eventQuery(db, { id: crypto.randomUUID(), leadId, kind, by: 'owner', at });
    await db.atomically([
      ...[one, two, three].map((id) => event(id, 'received', came)),
      ...[four, five].map((id) => event(id, 'received', week.from - DAY)),
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
        { ...call('a', came + 2 * HOUR, 'booked', three), outcome: 'held' as const },
        call('b', came + 3 * HOUR, 'booked', null),
        call('c', came + 4 * HOUR, 'cancelled', null),
        call('d', week.to + HOUR, 'booked', null),
        { ...call('held', came + 5 * HOUR, 'booked', null), held: 'waiting' },
        { ...call('held and cancelled', came + 5 * HOUR, 'cancelled', null), held: 'waiting' },
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
        change('held and cancelled', 1, 'cancelled', came),
      ])
      .execute();

    // Two of the five were read, one is gone; of the week before, another is.
    const found = (id: string, record_state: 'present' | 'changed' | 'gone') =>
      db.updateTable('outbox').set({ record_state }).where('lead_id', '=', id).execute();
    await found(one, 'present');
    await found(two, 'changed');
    await found(three, 'gone');
    await found(four, 'gone');
    await db.updateTable('leads').set({ name: 'Ève Supprimée' }).where('id', '=', four).execute();

    const figures = await weekFigures(db, week, week.after, '');
    expect(figures).toMatchObject({
      received: 5,
      held: 1,
      unanswered: 1,
      answeredAfter: [10 * MINUTE, 30 * MINUTE, 26 * HOUR],
      // Nothing was said of the one, and that its lead was not reached is no word about the other.
      calls: { booked: 3, cancelled: 1, held: 1, missed: 0, unsaid: 1 },
      stuck: 0,
    });
    // An answer to the third lead, an audit to each of the five, and two calls without a lead, one of them over.
    expect(figures.owed.owed).toBe(8);
    await owe();
    expect(await weekly()).toHaveLength(1);
    // Nothing is said of records where none is ever read.
    expect((await write('owner-week')).split('\n\n')[1]).toBe('5 reçus.');
    await takeReading(db, now);
    const text = await write('owner-week');
    const [, first] = text.split('\n\n');
    expect(first).toBe(
      '5 reçus, 2 fiches relues chez Airtable, 1 introuvable, 1 retenu, 1 pas encore relue.',
    );
    expect(text).toContain(`- Ève Supprimée (${four.slice(0, 8)})`);
    for (const line of [
      // The bench's Tuesday, from Monday to Sunday.
      'Du lundi 23\u00a0novembre 2026 au dimanche 29\u00a0novembre 2026.',
      'Visites : 12 (la semaine d’avant : 0)',
      'Formulaires commencés : 0',
      'D’où viennent les contacts : inconnue (3), lettre · e\u2011mail (1)',
      'Contacts arrivés : 5',
      'Délai médian de réponse : 30\u00a0min',
      'Réponse la plus lente : 1\u00a0j\u00a02h',
      'Appels réservés : 3',
      'Appels tenus : 1',
      'Appels sans nouvelle : 1',
      'Cet e\u2011mail prouve que l’envoi fonctionne',
    ])
      expect(text).toContain(line);
  });
});
