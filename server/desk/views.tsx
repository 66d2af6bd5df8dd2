import { statSync } from 'node:fs';
import { alarms as alarmWords } from '#content/alarms.ts';
import { office } from '#content/office.ts';
import { desk as words } from '#content/pages/desk.ts';
import { readingWords } from '#content/read-back.ts';
import { mostStartsADay } from '#domain/availability.ts';
import { isoDayIn } from '#domain/wall-clock.ts';
import { weekOf } from '#domain/working-time.ts';
import { instantAt } from '#domain/zone-clock.ts';
import manifest from '../../package.json' with { type: 'json' };
import type { OfficeHours } from '../bookings/free-times.ts';
import { blockedHours } from '../bookings/store/blocked-hours.ts';
import { bookingReader } from '../bookings/store/booking-reader.ts';
import { lastBackupFile } from '../config/config.ts';
import { withPhone } from '../leads/follow-up/contact.ts';
import { owedAfter } from '../leads/follow-up/due-promises.ts';
import { NEWEST_LOOKED_AT, owedLately } from '../leads/follow-up/owed.ts';
import { goneRecords } from '../leads/operator/gone-records.ts';
import { operatorReader } from '../leads/operator/operator-reader.ts';
import { receivedSince } from '../leads/operator/received-since.ts';
import { searchLeads, type Wanted } from '../leads/operator/search-leads.ts';
import { hasNoMailbox, storyOf, toldOf } from '../leads/operator/story.ts';
import { standingAlarms } from '../messages/alarms.ts';
import { mailSummary } from '../messages/summary.ts';
import { outboxState } from '../outbox/outbox-state.ts';
import { newestReading } from '../outbox/read-back/run.ts';
import type { LeadState } from '../store/leads/lead-state.ts';
import { frenchTime } from '../system/french-time.ts';
import { plainText } from '../system/plain-text.ts';
import { CallsPage } from './calls.tsx';
import { type ContactFacts, ErasePage } from './contact.tsx';
import { ContactsPage, contactsQuery } from './contacts.tsx';
import type { Asked, View } from './deps.ts';
import { HealthPage } from './health.tsx';
import { NowPage } from './now.tsx';
import { hoursOf } from './week.ts';

const DAY_MS = 24 * 60 * 60_000;
const MONTH_DAYS = 30;
/** Where no call is booked here. */
const NO_HOURS: OfficeHours = { starts: [], inCalendar: [] };
/** Leads in the list at a time. */
const LISTED = 50;

/** Midnight of the day that is `days` after that of an instant, by the office's clock. */
function midnight(at: number, days: number): number {
  const date = Date.parse(isoDayIn(at, office.timeZone)) / DAY_MS + days;
  return instantAt({ date, minutes: 0 }, office.timeZone);
}

function atLeast(count: number, isLimited: boolean): string {
  return isLimited ? words.health.atLeast(count) : String(count);
}

export const nowView: View = async ({ deps: { db, now }, frame }) => {
  const at = now();
  const [owed, calls, alarms, state, newest] = await Promise.all([
    owedLately(db),
    bookingReader(db).between(midnight(at, 0), midnight(at, 2)),
    standingAlarms(db),
    outboxState(db, at),
    db.selectFrom('leads').select('id').orderBy('created_at').offset(NEWEST_LOOKED_AT).limit(1).execute(),
  ]);
  const isEmpty = owed.length === 0 && calls.length === 0 && !(await hasLeads(db));
  const held = state.held === 0 ? undefined : atLeast(state.held, state.atLeast.includes('held'));
  const facts = { now: at, owed, calls, alarms, isEmpty, held, isPart: newest.length > 0 };
  return [words.now.title, <NowPage key="now" frame={frame} facts={facts} />];
};

async function hasLeads(db: Asked['deps']['db']): Promise<boolean> {
  return (await db.selectFrom('leads').select('id').limit(1).execute()).length > 0;
}

export const contactsView: View = async ({ deps, frame, params, query }) => {
  const { q = '', etat = '', depuis = '', source = '', apres = '' } = query;
  const sought = { q, etat, depuis, source, apres };
  const [createdAt, afterId] = apres.split('.');
  const wanted = {
    text: q.slice(0, 100),
    source: source.trim().toLowerCase(),
    state: Object.hasOwn(words.contacts.states, etat) ? (etat as LeadState) : undefined,
    since: /^\d{4}-\d\d-\d\d$/.test(depuis) ? midnight(Date.parse(depuis), 0) : undefined,
    after: afterId === undefined ? undefined : { createdAt: Number(createdAt), id: afterId },
  };
  const found = await searchLeads(deps.db, wanted, LISTED + 1);
  const last = found.length > LISTED ? found[LISTED - 1] : undefined;
  const older = last && contactsQuery(sought, { apres: `${last.createdAt}.${last.id}` });
  const chosen = params.id === undefined ? undefined : await contactFacts(deps, params.id);
  if (params.id !== undefined && chosen === undefined) return undefined;
  const at = found.findIndex(({ id }) => id === chosen?.lead.id);
  const one = async (more: Partial<Wanted>) =>
    (await searchLeads(deps.db, { ...wanted, after: undefined, ...more }, 1))[0];
  const beside = chosen && {
    previous: at > 0 ? found[at - 1] : await one({ before: chosen.lead }),
    next: at >= 0 && at + 1 < found.length ? found[at + 1] : await one({ after: chosen.lead }),
  };
  const page = { frame, sought, found: found.slice(0, LISTED), older, chosen, beside };
  const title = chosen === undefined ? words.contacts.title : plainText(chosen.lead.name);
  return [title, <ContactsPage key="contacts" {...page} />];
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function contactFacts(
  { db, now, publicUrl, kinds, config: { airtable } }: Asked['deps'],
  id: string,
): Promise<ContactFacts | undefined> {
  const [lead] = UUID.test(id) ? await operatorReader(db).byIdPrefix(id) : [];
  if (lead === undefined) return undefined;
  const story = await storyOf(db, lead.id);
  const { phone } = withPhone({ lead: { ...lead, status: 'Cold' }, events: story.events });
  const { baseId, tableId } = airtable ?? {};
  const record =
    lead.remoteId === null || baseId === undefined || tableId === undefined
      ? undefined
      : `https://airtable.com/${baseId}/${tableId}/${lead.remoteId}`;
  return {
    ...{ lead, phone, record, publicUrl, now: now() },
    told: toldOf(story, publicUrl, kinds).toReversed(),
    noMailbox: hasNoMailbox(story),
    owed: owedAfter(story.events),
    calls: await bookingReader(db).ofLead(lead.id),
  };
}

export const eraseView: View = async ({ deps: { db, now }, frame, params }) => {
  const [lead] = UUID.test(params.id ?? '') ? await operatorReader(db).byIdPrefix(params.id ?? '') : [];
  if (lead === undefined) return undefined;
  const leads = await operatorReader(db).byEmail(lead.email);
  const calls = await bookingReader(db).toCome({ leadId: lead.id, email: lead.email }, now());
  return [words.actions.effacer, <ErasePage key="erase" frame={frame} leads={leads} calls={calls} />];
};

export const callsView: View = async ({ deps: { db, now, bookings, publicUrl }, frame, query }) => {
  const asked = /^\d{4}-\d\d-\d\d$/.test(query.semaine ?? '') ? Date.parse(query.semaine ?? '') : Number.NaN;
  // Of a day that is asked for, its noon: the day of its midnight in UTC may be another at the office.
  const { monday } = weekOf(office, Number.isNaN(asked) ? now() : asked + DAY_MS / 2);
  const begin = (days: number) =>
    instantAt({ date: Date.parse(monday) / DAY_MS + days, minutes: 0 }, office.timeZone);
  const calls = await bookingReader(db).between(begin(0), begin(7));
  const isBookedHere = bookings?.booking.way === 'own' && mostStartsADay(bookings.availability) > 0;
  const free = isBookedHere ? await bookings.times.list(begin(0), begin(7)) : [];
  const { starts, inCalendar, calendar } = isBookedHere
    ? await bookings.times.hours(begin(0), begin(7))
    : NO_HOURS;
  const blocked = await blockedHours(db).between(begin(0), begin(7));
  const days = Array.from({ length: 7 }, (_, day) => {
    const [begins, ends] = [begin(day), begin(day + 1)];
    const isOf = (at: number) => at >= begins && at < ends;
    const hours = hoursOf({
      starts: starts.filter(isOf),
      free: free.filter(isOf),
      blocked: blocked.filter(({ start }) => isOf(start)),
      inCalendar: inCalendar ?? [],
      calls: calls.filter(({ start }) => isOf(start)),
    });
    return { begins, ends, hours, free: free.filter(isOf).length };
  });
  const lately = isBookedHere ? await bookingReader(db).toComeBookedSince(now() - DAY_MS, now()) : [];
  const rush = await Promise.all(
    ([1, 6, 24] as const).map(async (hours) => {
      const since = now() - hours * (DAY_MS / 24);
      const already = isBookedHere ? await bookingReader(db).cancelledBookedSince(since) : 0;
      return { hours, calls: lately.filter(({ createdAt }) => createdAt >= since), already };
    }),
  );
  const [previous, next] = [begin(-7), begin(7)].map((at) => isoDayIn(at, office.timeZone)) as [
    string,
    string,
  ];
  const isRead = inCalendar !== undefined;
  const page = {
    frame,
    days,
    calls,
    rush,
    now: now(),
    publicUrl,
    previous,
    next,
    isBookedHere,
    isRead,
    calendar,
  };
  return [words.calls.title, <CallsPage key="calls" {...page} />];
};

export const healthView: View = async ({ deps: { db, now, dataDir }, frame, examination }) => {
  const at = now();
  const [state, mail, received, alarms, newest, gone] = await Promise.all([
    outboxState(db, at),
    mailSummary(db),
    receivedSince(db, at - MONTH_DAYS * DAY_MS),
    standingAlarms(db),
    newestReading(db),
    goneRecords(db),
  ]);
  const text = words.health;
  const madeAt = statSync(lastBackupFile(dataDir), { throwIfNoEntry: false })?.mtimeMs;
  const figures: [string, string][] = [
    [text.received, received.all.toLocaleString('fr-CH')],
    [text.delivered, received.delivered.toLocaleString('fr-CH')],
    ...(['waiting', 'refused', 'held'] as const).map((kind): [string, string] => [
      text[kind],
      atLeast(state[kind], state.atLeast.includes(kind)),
    ]),
    [text.mails, atLeast(mail.stuck, mail.atLeast)],
    [text.backup, madeAt === undefined ? text.noBackup : frenchTime(madeAt)],
    ...(state.pausedSince === null ? [] : [[text.paused, frenchTime(state.pausedSince)] as [string, string]]),
    [text.version, manifest.version],
  ];
  const lines = alarms.map(
    ({ name, since }) => `${alarmWords[name].text(frenchTime(since))} ${alarmWords[name].todo}`,
  );
  const reading = newest && readingWords(newest, frenchTime);
  const page = { frame, figures, alarms: lines, reading, gone, examination };
  return [text.title, <HealthPage key="health" {...page} />];
};
