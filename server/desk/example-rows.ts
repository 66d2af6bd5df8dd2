import { deskExample as made } from '#content/pages/desk-example.ts';
import { dayOf, isoDay } from '#domain/calendar.ts';
import type { Instant } from '#domain/instant.ts';
import type { Lead } from '#domain/lead.ts';
import { DIRECT } from '#domain/source.ts';
import type { FreeTimes } from '../bookings/free-times.ts';
import { blockedHours } from '../bookings/store/blocked-hours.ts';
import { bookingStore } from '../bookings/store/booking-store.ts';
import { type FanOutDeps, fanOut } from '../leads/fan-out.ts';
import { leadWriter } from '../leads/lead-writer.ts';
import { eventQuery, type NewEvent } from '../store/leads/events.ts';
import { lastDays } from '../visits/funnel.ts';
import { visitCounts } from '../visits/visit-counts.ts';

const HOUR_MS = 60 * 60_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
/** Of two quarters, so that each has the one before beside it. */
const DAYS = 182;
const LEADS = 40;
/** Hours ago of the newest leads, which still wait for an answer; those before are some hours older each. */
const WAITING = [0.3, 1.5, 4, 26, 49];
const EACH_HOURS = 29;
/** The newest, from which nothing has come back from Airtable yet, and two that do not get there. */
const [HELD, REFUSED] = [1, 3];
const SOURCES = [...made.sources, DIRECT];

/**
 * Fills an empty database with made-up leads, calls and visits, as they would be now; always the same ones.
 * @param times the free times over the same database
 */
export async function fillWithExample(deps: FanOutDeps, times: FreeTimes): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  const leads = Array.from({ length: LEADS }, (_, nth) => ({
    lead: leadAt(nth),
    at: now - (WAITING[nth] ?? 60 + (nth - WAITING.length) * EACH_HOURS) * HOUR_MS,
  }));
  const writer = leadWriter(db);
  for (const [nth, { lead, at }] of leads.entries()) {
    const origin = { page: nth % 5 === 4 ? '/accompagnement' : '/sales', ...SOURCES[nth % SOURCES.length] };
    await writer.insert(lead, at, nth === HELD ? made.held : undefined, { origin });
  }
  while ((await fanOut(deps)) > 0);
  for (const [nth, { lead, at }] of leads.entries()) {
    if (nth === HELD) continue;
    await db
      .updateTable('messages')
      .set({ state: 'sent', attempts: 1, receipt: made.receipt, created_at: at, sent_at: at + 4_000 })
      .where('lead_id', '=', lead.id)
      .execute();
    const sent =
      nth === REFUSED
        ? { attempts: 4, refused_at: at + 2_000, last_error: made.refused }
        : { attempts: 1, state: 'delivered' as const, delivered_at: at + 1_500 };
    await db.updateTable('outbox').set(sent).where('lead_id', '=', lead.id).execute();
  }
  await calls(deps, leads, times);
  await visitCounts(db).add(visitsUntil(now));
}

type Come = readonly { readonly lead: Lead; readonly at: Instant }[];

function leadAt(nth: number): Lead {
  const name = made.people[nth % made.people.length] ?? '';
  const company = made.companies[nth % made.companies.length];
  const first = name.split(' ')[0]?.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return {
    id: `${String(nth).padStart(8, '0')}-0000-4000-8000-000000000000`,
    name,
    email: `${first}@${company}-${nth}.example`,
    ...{ userId: 'usr_exemple', url: 'https://exemple.example/sales', status: 'Cold' },
  };
}

/** What became of the older leads, and the calls: of the weeks before, of those to come, and one without a lead. */
async function calls({ db, clock }: FanOutDeps, leads: Come, times: FreeTimes): Promise<void> {
  const now = clock.now();
  const store = bookingStore(db);
  const starts = [...(await times.list(now, now + 2 * WEEK_MS))];
  const happened = (lead: Lead, kind: NewEvent['kind'], at: Instant, detail = {}) =>
    eventQuery(db, { id: crypto.randomUUID(), leadId: lead.id, kind, by: 'owner', at, detail });
  const book = async ({ lead, at: came }: Come[number], start: Instant, isAlone = false) => {
    const id = crypto.randomUUID();
    const at = came + HOUR_MS / 6;
    const booking = { id, token: id, uid: id, leadId: isAlone ? null : lead.id, name: lead.name };
    const phone = '+41215550148';
    await store.insert(
      { ...booking, email: lead.email, phone, timeZone: null, time: times.timeOf(start) },
      at,
      isAlone ? [] : [happened(lead, 'call-booked', at, { booking: id, start, phone })],
    );
    return id;
  };
  for (const [nth, { lead, at }] of leads.entries()) {
    if (nth < WAITING.length) continue;
    const told = [happened(lead, 'answered', at + ((nth * 7) % 30) * HOUR_MS * 0.4 + 600_000)];
    told.push(happened(lead, 'audit-sent', at + 20 * HOUR_MS));
    const start =
      (starts[nth % starts.length] ?? now) - Math.ceil((now - at - 30 * HOUR_MS) / WEEK_MS) * WEEK_MS;
    if (nth % 3 === 0 && start > at && start < now) {
      const booking = await book({ lead, at }, start);
      await db.updateTable('bookings').set({ outcome: 'held' }).where('id', '=', booking).execute();
      told.push(happened(lead, 'held', start + HOUR_MS, { booking }));
      if (nth % 2 === 0)
        told.push(happened(lead, 'won', Math.min(start + 24 * HOUR_MS, now), { amount: 2400 + nth * 150 }));
    } else if (nth % 4 === 1) told.push(happened(lead, 'lost', at + 60 * HOUR_MS));
    await db.atomically(told);
  }
  // Times that are far enough from each other for every buffer.
  const ahead = starts.filter((_, nth) => nth % 5 === 2);
  for (const [nth, start] of ahead.slice(0, 7).entries())
    await book(leads[nth === 6 ? LEADS - 1 : nth + 2] ?? { lead: leadAt(2), at: now }, start, nth === 6);
  const blocked = ahead[8] ?? now;
  const start = blocked - (blocked % HOUR_MS);
  await blockedHours(db).block({ start, end: start + HOUR_MS });
}

function visitsUntil(now: Instant) {
  const last = dayOf(lastDays(1, now).to) ?? 0;
  return Array.from({ length: DAYS }, (_, ago) => ago).flatMap((ago) =>
    SOURCES.flatMap((source, nth) => {
      const count = 3 + ((ago * 5 + nth * 3) % 7) + (nth === 0 ? 4 : 0) - (ago > DAYS / 2 ? 2 : 0);
      const of = { day: isoDay(last - ago), page: ago % 4 === 3 ? '/accompagnement' : '/sales', ...source };
      return [
        { ...of, step: 'visit' as const, count },
        { ...of, step: 'form' as const, count: Math.ceil(count / 4) },
      ];
    }),
  );
}
