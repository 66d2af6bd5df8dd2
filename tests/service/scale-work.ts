import { pino } from 'pino';
import { expect } from 'vitest';
import type { Instant } from '#domain/instant.ts';
import type { Lead } from '#domain/lead.ts';
import { askAudit, seenLately } from '#server/audits/queue/ask-audit.ts';
import { anyUnfinished, claimAudit, renewLease, returnAudits } from '#server/audits/queue/audit-claim.ts';
import { reportNoticeQueries, settleAudit } from '#server/audits/queue/audit-settle.ts';
import { auditStore } from '#server/audits/queue/audit-store.ts';
import { callMessages } from '#server/bookings/call-messages.ts';
import { isReached } from '#server/bookings/store/booking-reader.ts';
import { bookingStore } from '#server/bookings/store/booking-store.ts';
import { Secret } from '#server/config/secrets.ts';
import { fanOut } from '#server/leads/fan-out.ts';
import { contactOf } from '#server/leads/follow-up/contact.ts';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { bundleOwnerMails } from '#server/leads/mails/bundle.ts';
import { goneRecords, leaveGone, renewRecords } from '#server/leads/operator/gone-records.ts';
import { operatorReader } from '#server/leads/operator/operator-reader.ts';
import { enqueueWeekMail } from '#server/leads/week.ts';
import { standingAlarms } from '#server/messages/alarms.ts';
import { signedLinks } from '#server/messages/links.ts';
import { claimMessages, messageQueue, settle } from '#server/messages/message-queue.ts';
import { forgetClients } from '#server/messages/visitor-mails.ts';
import { watchAlarms } from '#server/messages/watch-alarms.ts';
import { nextPage, settlePage } from '#server/outbox/read-back/page.ts';
import { endPart, postponeReading, takeReading } from '#server/outbox/read-back/run.ts';
import { nextDue } from '#server/queue/due.ts';
import { returnLeases } from '#server/queue/leases.ts';
import type { Database } from '#server/store/database.ts';
import { someBooking, timeAt } from '../fakes/bookings.ts';
import { manualClock } from '../fakes/clock.ts';
import { someLeads } from '../fakes/leads.ts';

const SENDER = 'nous@atelier.example';
const DAY_MS = 86_400_000;

/** All that a running server asks about messages; the leads about which there are some now. */
export async function messageWork(db: Database, now: Instant): Promise<readonly Lead[]> {
  const leads = someLeads(3);
  for (const lead of leads) await leadWriter(db).insert(lead, now);
  const links = signedLinks(new Secret('key'));
  const deps = { db, clock: manualClock(now), links, sender: SENDER, webhook: true, wake: () => {} };
  await fanOut(deps);
  const only = await bundleOwnerMails({ db, sender: SENDER }, Date.now());
  const claim = { channel: 'mail', owner: 'me', now: Date.now(), limit: 4, only } as const;
  const claimed = await claimMessages(db, claim);
  for (const { id } of claimed.slice(1))
    await settle(db, 'me', id, { state: 'sent', receipt: '250 Ok' }, now);
  await nextDue(db, messageQueue('mail'), now);
  for (const owner of ['me', 'everyone']) await returnLeases(db, messageQueue('mail'), owner, now);
  await watchAlarms({ ...deps, firstStrategy: 0, log: pino({ level: 'silent' }) }, now);
  await standingAlarms(db);
  await enqueueWeekMail(deps, now);
  await forgetClients(db, now);
  await contactOf(db, leads[0]?.id ?? '');
  return leads;
}

/** A call that is booked, asked about, moved and cancelled. */
export async function bookingWork(db: Database, lead: Lead, now: Instant): Promise<void> {
  const store = bookingStore(db);
  const booking = { ...someBooking(now + DAY_MS), leadId: lead.id };
  const changed = { ...booking, ...booking.time, sequence: 0 };
  await store.insert(booking, now, callMessages(db, changed, 'booked', SENDER, now));
  await store.knownLead(null, lead, now - DAY_MS);
  await store.toCome({ leadId: lead.id, email: lead.email }, now);
  const { upcoming, ofMailbox, atOnce, ofStrangers } = store.counted;
  for (const calls of [upcoming(lead.email, now), ofMailbox(lead.email, now), atOnce(now), ofStrangers(now)])
    await isReached({ calls, most: 1 });
  await store.isConfirmed(lead.email);
  await store.isOfLead(lead.id, lead.email);
  await store.heldOf(lead.email, now);
  await store.held(now, 1);
  // Calls of eight hours: as many cells as a year of calls covers, in fewer bookings.
  for (let day = 1; day <= 365; day += 1)
    await store.insert(someBooking(0, { time: timeAt(now - day * DAY_MS, 480) }), now);
  expect(await store.taken(now, now + 7 * DAY_MS)).toHaveLength(1);
  const stored = await store.byToken(booking.token);
  if (stored !== undefined) await store.cancel(stored, now);
}

/** An audit from the asking to its end, and the purge. */
export async function auditWork(db: Database, lead: Lead, now: Instant): Promise<void> {
  const store = auditStore(db);
  const address = { url: 'https://exemple.ch/', schemeTyped: true };
  const asked = { address, leadId: lead.id, asker: 'somebody', proved: true };
  await askAudit({ db, store, now: () => now, wake: () => {} }, asked);
  await anyUnfinished(db);
  const audit = await claimAudit(db, { owner: 'me', now });
  if (audit === undefined) throw new Error('No audit was there to be claimed');
  await renewLease(db, audit.token, 'me', now);
  await seenLately(db, address, now);
  await store.queue();
  const links = signedLinks(new Secret('key'));
  const following = await reportNoticeQueries(
    db,
    { ...audit, lead_id: lead.id },
    { links, sender: SENDER },
    now,
  );
  await settleAudit(db, { token: audit.token, owner: 'me', now }, { refusal: 'interrupted' }, following);
  for (const owner of ['me', 'everyone']) await returnAudits(db, owner, now, true);
  await store.purge(now, 20);
}

/** A page of each part of a nightly reading, and what is asked and said of the records that it found gone. */
export async function readBackWork(db: Database, now: Instant): Promise<void> {
  for (const part of ['recent', 'gone', 'older'] as const) {
    await db.deleteFrom('read_back').execute();
    const begun = await takeReading(db, now);
    const run = begun && { ...begun, part, cursor_at: part === 'recent' ? begun.cursor_at : 0 };
    if (run === undefined) throw new Error('No reading was there to be taken');
    const rows = await nextPage(db, run, 100);
    const missing = rows.slice(0, 10).map(({ recordId }) => recordId);
    const present = rows.slice(10).map(({ recordId }) => recordId);
    const found = [['base/table', { present, changed: [], gone: missing, elsewhere: [] }] as const];
    await settlePage(db, { run, rows, found }, now);
    if (part !== 'gone') expect(rows).toHaveLength(100);
    await endPart(db, run, now);
    await postponeReading(db, now, 'Pas de réponse');
  }
  const { first } = await goneRecords(db);
  expect((await operatorReader(db).recordsGone(5)).length).toBe(5);
  const [one, two] = first.map(({ id }) => id) as [string, string];
  expect(await leaveGone(db, [one])).toEqual([one]);
  expect(await renewRecords(db, [two], now)).toEqual([two]);
  // As it was: other tests deliver what waits.
  const delivered = { state: 'delivered', delivered_at: now, remote_id: 'recAgain', released: 0 } as const;
  await db.updateTable('outbox').set(delivered).where('lead_id', '=', two).execute();
}
