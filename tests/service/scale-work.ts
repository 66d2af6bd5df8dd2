import { pino } from 'pino';
import type { Lead } from '#domain/lead.ts';
import { askAudit } from '#server/audits/queue/ask.ts';
import { anyUnfinished, claimAudit } from '#server/audits/queue/claim.ts';
import { renewLease, returnAudits } from '#server/audits/queue/lease.ts';
import { seenLately } from '#server/audits/queue/reuse.ts';
import { settleAudit } from '#server/audits/queue/settle.ts';
import { toldOf } from '#server/audits/queue/told.ts';
import { callMessages } from '#server/bookings/call-messages.ts';
import { Secret } from '#server/config/secrets.ts';
import { standingAlarms } from '#server/messages/alarms.ts';
import { bundleOwnerMails } from '#server/messages/bundle.ts';
import { claimMessages } from '#server/messages/claim.ts';
import { contactOf } from '#server/messages/contact.ts';
import { fanOut } from '#server/messages/fan-out.ts';
import { signedLinks } from '#server/messages/links.ts';
import { nextDueMessage } from '#server/messages/next-due.ts';
import { returnMessageLeases } from '#server/messages/return-leases.ts';
import { settle } from '#server/messages/settle.ts';
import { forgetClients } from '#server/messages/visitor-mails.ts';
import { watchAlarms } from '#server/messages/watch-alarms.ts';
import { enqueueWeekMail } from '#server/messages/week.ts';
import { auditStore } from '#server/store/audits/audit-store.ts';
import { bookingStore } from '#server/store/bookings/booking-store.ts';
import type { Database } from '#server/store/database.ts';
import { leadWriter } from '#server/store/leads/lead-writer.ts';
import { someBooking } from '../fakes/bookings.ts';
import { manualClock } from '../fakes/clock.ts';
import { someLeads } from '../fakes/leads.ts';

const SENDER = 'nous@atelier.example';
const DAY_MS = 86_400_000;

/** All that a running server asks about messages; the leads about which there are some now. */
export async function messageWork(db: Database, now: number): Promise<readonly Lead[]> {
  const leads = someLeads(3);
  for (const lead of leads) await leadWriter(db).insert(lead, now);
  const links = signedLinks(new Secret('key'));
  const deps = { db, clock: manualClock(now), links, sender: SENDER, webhook: true, wake: () => {} };
  await fanOut(deps);
  const only = await bundleOwnerMails({ db, sender: SENDER }, Date.now());
  const claim = { channel: 'mail', owner: 'me', now: Date.now(), leaseMs: 60_000, limit: 4, only } as const;
  const claimed = await claimMessages(db, claim);
  for (const { id } of claimed.slice(1))
    await settle(db, 'me', id, { state: 'sent', receipt: '250 Ok' }, now);
  await nextDueMessage(db, 'mail', now);
  for (const owner of ['me', 'everyone']) await returnMessageLeases(db, 'mail', owner);
  await watchAlarms({ ...deps, firstStrategy: 0, log: pino({ level: 'silent' }) }, now);
  await standingAlarms(db);
  await enqueueWeekMail(deps, now);
  await forgetClients(db, now);
  await contactOf(db, leads[0]?.id ?? '');
  return leads;
}

/** A call that is booked, asked about, moved and cancelled. */
export async function bookingWork(db: Database, lead: Lead, now: number): Promise<void> {
  const store = bookingStore(db);
  const booking = { ...someBooking(now + DAY_MS), leadId: lead.id };
  const changed = { ...booking, ...booking.time, sequence: 0 };
  await store.insert(booking, now, callMessages(db, changed, 'booked', SENDER, now));
  await store.knownLead(null, lead, now - DAY_MS);
  await store.toCome({ leadId: lead.id, email: lead.email }, now);
  await store.upcoming(lead.email, now);
  await store.bookedSince(lead.email, now);
  await store.bookedAtOnceSince(now);
  await store.held(now, 1);
  const stored = await store.byToken(booking.token);
  if (stored !== undefined) await store.cancel(stored, now);
}

/** An audit from the asking to its end, and the purge. */
export async function auditWork(db: Database, lead: Lead, now: number): Promise<void> {
  const store = auditStore(db);
  const address = { url: 'https://exemple.ch/', schemeTyped: true };
  const asked = { address, leadId: lead.id, asker: 'somebody', proved: true };
  await askAudit({ db, store, now: () => now, wake: () => {} }, asked);
  await anyUnfinished(db);
  const audit = await claimAudit(db, { owner: 'me', now, browser: false });
  if (audit === undefined) throw new Error('No audit was there to be claimed');
  await renewLease(db, audit.token, 'me', now);
  await seenLately(db, address, now);
  await store.queue();
  const links = signedLinks(new Secret('key'));
  const following = await toldOf(db, { ...audit, lead_id: lead.id }, { links, sender: SENDER }, now);
  await settleAudit(db, { token: audit.token, owner: 'me', now }, { refusal: 'interrupted' }, following);
  for (const owner of ['me', 'everyone']) await returnAudits(db, owner, true);
  await store.purge(now, 20);
}
