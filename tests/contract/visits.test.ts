import { describe, expect, onTestFinished, test } from 'vitest';
import { DIRECT, OTHER_SOURCES } from '#domain/source.ts';
import { bookingStore } from '#server/bookings/store/booking-store.ts';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { eventQuery, type NewEvent } from '#server/store/leads/events.ts';
import { before, funnelFigures } from '#server/visits/funnel.ts';
import { forgetVisits, MOST_SOURCES, visitCounts } from '#server/visits/visit-counts.ts';
import { someBooking } from '../fakes/bookings.ts';
import { someLead } from '../fakes/leads.ts';
import { engines } from './engines.ts';

const DAY = '2026-11-24';
const NOON = Date.parse('2026-11-24T11:00:00Z');
const HOUR = 3_600_000;
const spring = { source: 'google', medium: 'cpc', campaign: 'printemps' };
const visits = (count: number, of: object = {}) =>
  ({ day: DAY, page: '/sales', ...DIRECT, step: 'visit', count, ...of }) as const;

describe.each(Object.entries(engines))('counted visits on %s', (_name, open) => {
  async function opened() {
    const db = await open();
    onTestFinished(() => db.destroy());
    return db;
  }

  test('several servers add to the same rows; what a flood invents is counted as one source', async () => {
    const db = await opened();
    const servers = [visitCounts(db), visitCounts(db), visitCounts(db)];
    for (let round = 0; round < 5; round += 1)
      await Promise.all(
        servers.map((one) => one.add([visits(2), visits(1, spring), visits(3, { step: 'form' })])),
      );
    const rows = () => db.selectFrom('visit_counts').selectAll().execute();
    expect((await rows()).map(({ step, source, count }) => [step, source, count]).toSorted()).toEqual([
      ['form', '', 45],
      ['visit', '', 30],
      ['visit', 'google', 15],
    ]);
    const invented = Array.from({ length: 900 }, (_, nth) => visits(1, { source: `s${nth}` }));
    for (const [nth, one] of servers.entries()) await one.add(invented.slice(nth * 300, (nth + 1) * 300));
    await servers[0]?.add([visits(1, spring)]);
    const sources = new Map((await rows()).map(({ source, count }) => [source, count]));
    expect(sources.size).toBe(MOST_SOURCES + 1);
    expect(sources.get('google')).toBe(16);
    expect(sources.get(OTHER_SOURCES.source)).toBe(900 - (MOST_SOURCES - 2));
    await forgetVisits(db, '2026-11-25');
    expect(await rows()).toEqual([]);
  });

  test('the funnel: what was counted, and what became of the leads that came, by page, source and day', async () => {
    const db = await opened();
    await visitCounts(db).add([
      visits(200, spring),
      visits(100),
      visits(40, { ...spring, step: 'form' }),
      visits(7, { day: '2026-11-23' }),
      visits(9, { day: '2026-11-25' }),
    ]);
    const insert = async (at: number, origin?: object, held?: string) => {
      const lead = someLead();
      await leadWriter(db).insert(lead, at, held, origin && { origin: { page: '/sales', ...origin } });
      return lead.id;
    };
    const [won, lost, booked] = [
      await insert(NOON, spring),
      await insert(NOON, spring),
      await insert(NOON, DIRECT),
    ];
    // Of an older version; held back; of the day before, a minute before midnight at the office.
    await insert(NOON);
    const held = await insert(NOON, spring, 'douteux');
    const yesterday = await insert(Date.parse('2026-11-23T22:59:00Z'), spring);
    const happened = (leadId: string, kind: NewEvent['kind'], after: number, detail = {}) =>
      eventQuery(db, { id: crypto.randomUUID(), leadId, kind, by: 'owner', at: NOON + after, detail });
    await db.atomically([
      happened(won, 'answered', HOUR),
      happened(won, 'call-booked', 2 * HOUR),
      happened(won, 'confirmed', 3 * HOUR),
      happened(won, 'held', 30 * HOUR),
      happened(won, 'lost', 31 * HOUR),
      happened(won, 'won', 32 * HOUR, { amount: 4800 }),
      happened(lost, 'answered', 3 * HOUR),
      happened(lost, 'won', 4 * HOUR, { amount: 1 }),
      happened(lost, 'lost', 5 * HOUR),
      happened(booked, 'call-booked', HOUR),
      happened(booked, 'call-cancelled', 2 * HOUR),
      happened(booked, 'call-booked', 400 * HOUR),
      happened(yesterday, 'won', HOUR),
      happened(held, 'call-booked', HOUR),
    ]);
    const store = bookingStore(db);
    for (const [nth, waits] of [undefined, true].entries())
      await store.insert(someBooking(NOON + (40 + nth) * HOUR, waits ? { held: true } : {}), NOON);

    const period = { from: DAY, to: DAY };
    const now = NOON + 500 * HOUR;
    const figures = await funnelFigures(db, period, now);
    const zero = { visit: 0, form: 0, lead: 0, booked: 0, confirmed: 0, held: 0, won: 0, lost: 0 };
    const total = { visit: 300, form: 40, lead: 4, booked: 3, confirmed: 1, held: 1, won: 1, lost: 1 };
    expect(figures).toEqual({
      ...period,
      total,
      pages: [
        { page: '/sales', counts: { ...total, lead: 3, booked: 2 } },
        { page: '/rendez-vous', counts: { ...zero, booked: 1 } },
        { page: undefined, counts: { ...zero, lead: 1 } },
      ].toSorted((a, b) => b.counts.lead - a.counts.lead),
      sources: [
        { ...spring, counts: { ...total, visit: 200, lead: 2, booked: 1 } },
        { ...DIRECT, counts: { ...zero, visit: 100, lead: 1, booked: 1 } },
        { counts: { ...zero, lead: 1, booked: 1 } },
      ],
      days: [{ day: DAY, counts: total, amount: 4800 }],
      answeredAfter: [HOUR, 3 * HOUR],
    });
    const yesterdays = await funnelFigures(db, before(period), now);
    expect(yesterdays.total).toEqual({ ...zero, visit: 7, lead: 1, won: 1 });
  });
});
