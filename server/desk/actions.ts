import type { DeskAction, desk as words } from '#content/pages/desk.ts';
import type { Interval } from '#domain/availability.ts';
import { cleanEmail, isMailAddress } from '#domain/email.ts';
import { blockedHours } from '../bookings/store/blocked-hours.ts';
import { bookingReader } from '../bookings/store/booking-reader.ts';
import { freeDays } from '../bookings/store/free-days.ts';
import { amountIn } from '../leads/follow-up/amount.ts';
import { type Contact, contactOf } from '../leads/follow-up/contact.ts';
import { confirmCall, type Marked, mark, markCall, noteAuditSent, unmark } from '../leads/follow-up/marks.ts';
import { erasePerson } from '../leads/operator/erase-person.ts';
import { leaveGone, renewRecords } from '../leads/operator/gone-records.ts';
import { operatorReader } from '../leads/operator/operator-reader.ts';
import { operatorWriter } from '../leads/operator/operator-writer.ts';
import { noteRelease } from '../store/conditions.ts';
import type { DeskDeps } from './deps.ts';

/** What an action led to: done, with the mark that can be taken back; or nothing, for a reason. */
export type Outcome =
  | { readonly done: DeskAction; readonly mark?: string | undefined }
  | { readonly not: keyof typeof words.unchanged | 'gone' };

type Act = (deps: DeskDeps, given: URLSearchParams) => Promise<Outcome>;

const GONE = { not: 'gone' } as const;

/** An action on the lead that the form names. */
function onLead(act: (deps: DeskDeps, contact: Contact, given: URLSearchParams) => Promise<Outcome>): Act {
  return async (deps, given) => {
    const contact = await contactOf(deps.db, given.get('lead') ?? '');
    return contact === undefined ? GONE : act(deps, contact, given);
  };
}

/** What the owner says of a lead or, where the form names one, of a call. */
function said(answer: 'repondu' | 'perdu' | 'gagne'): Act {
  return onLead(async (deps, contact, given) => {
    const amount = answer === 'gagne' ? amountIn(given.get('amount') ?? '') : undefined;
    if (amount === 'invalid') return { not: 'amount' };
    return marked(answer, await mark(deps, contact, answer, deps.now(), { amount }));
  });
}

function marked(done: DeskAction, outcome: Marked): Outcome {
  return outcome.kind === 'noted' ? { done, mark: outcome.id } : { not: outcome.kind };
}

function saidOfCall(answer: 'tenu' | 'pas-joint'): Act {
  return async (deps, given) => {
    const callId = given.get('call');
    if (callId === null)
      return onLead(async (_deps, contact) => marked(answer, await mark(deps, contact, answer, deps.now())))(
        deps,
        given,
      );
    const outcome = await markCall(deps, { id: callId }, answer, deps.now());
    return outcome.kind === 'gone' ? { not: 'over' } : marked(answer, outcome);
  };
}

const HOUR_MS = 60 * 60_000;

/** A change to whether the hour that the form names can be booked. */
function onHour(change: (hours: ReturnType<typeof blockedHours>, hour: Interval) => Promise<Outcome>): Act {
  return async ({ db, bookings }, given) => {
    const start = Number(given.get('at') ?? Number.NaN);
    if (!Number.isSafeInteger(start) || start % HOUR_MS !== 0) return { not: 'state' };
    const outcome = await change(blockedHours(db), { start, end: start + HOUR_MS });
    bookings?.times.forget();
    return outcome;
  };
}

/** A change to the delivery of one lead. */
function delivery(
  name: 'laisser' | 'retenir' | 'reessayer',
  change: (writer: ReturnType<typeof operatorWriter>, ids: string[]) => Promise<string[]>,
): Act {
  return onLead(async ({ db, now }, { lead }) => {
    if (name === 'laisser') await noteRelease(db, now());
    const changed = await change(operatorWriter(db), [lead.id]);
    return changed.length === 0 ? { not: 'state' } : { done: name };
  });
}

/** Every action of the desk, by the value of its button. */
export const ACTIONS: Readonly<Record<DeskAction, Act>> = {
  repondu: said('repondu'),
  perdu: said('perdu'),
  gagne: said('gagne'),
  tenu: saidOfCall('tenu'),
  'pas-joint': saidOfCall('pas-joint'),
  'audit-envoye': onLead(async (deps, contact) =>
    marked('audit-envoye', await noteAuditSent(deps, contact, deps.now())),
  ),
  confirme: onLead(async (deps, contact) =>
    (await confirmCall(deps, contact, deps.now())) ? { done: 'confirme' } : { not: 'state' },
  ),
  laisser: delivery('laisser', (writer, ids) => writer.release(ids)),
  retenir: delivery('retenir', (writer, ids) => writer.hold(ids, 'Retenu depuis le bureau.')),
  reessayer: delivery('reessayer', (writer, ids) => writer.makeDue(ids)),
  recreer: onLead(async ({ db, now }, { lead }) =>
    (await renewRecords(db, [lead.id], now())).length === 0 ? { not: 'state' } : { done: 'recreer' },
  ),
  delaisser: onLead(async ({ db }, { lead }) =>
    (await leaveGone(db, [lead.id])).length === 0 ? { not: 'state' } : { done: 'delaisser' },
  ),
  corriger: onLead(async ({ db }, { lead }, given) => {
    const email = cleanEmail(given.get('email') ?? '');
    if (!isMailAddress(email)) return { not: 'email' };
    return (await operatorWriter(db).correctEmail(lead.id, email)) ? { done: 'corriger' } : GONE;
  }),
  effacer: onLead(async ({ db, dataDir, now, wakeErasures }, { lead }) => {
    const leads = await operatorReader(db).byEmail(lead.email);
    const reader = bookingReader(db);
    const calls = [
      await reader.ofEmail(lead.email),
      ...(await Promise.all(leads.map(({ id }) => reader.ofLead(id)))),
    ];
    const ids = (of: readonly { readonly id: string }[]) => of.map(({ id }) => id);
    // Its address may have been corrected since it was read.
    const person = {
      leadIds: [...new Set([lead.id, ...ids(leads)])],
      bookingIds: [...new Set(ids(calls.flat()))],
      email: lead.email,
    };
    await erasePerson(db, dataDir, person, now());
    await db.engine.files?.emptyLog();
    wakeErasures();
    return { done: 'effacer' };
  }),
  annuler: async (deps, given) =>
    (await unmark(deps, given.get('mark') ?? '', deps.now())) ? { done: 'annuler' } : { not: 'late' },
  bloquer: onHour(async (hours, hour) =>
    (await hours.block(hour)) ? { done: 'bloquer' } : { not: 'already' },
  ),
  liberer: onHour(async (hours, { start }) =>
    (await hours.free(start)) ? { done: 'liberer' } : { not: 'already' },
  ),
  'liberer-jours': async ({ db, bookings }, given) => {
    const outcome = await freeDays(db).add(given.get('words') ?? '');
    bookings?.times.forget();
    return outcome === 'added' ? { done: 'liberer-jours' } : { not: outcome };
  },
  'compter-jours': async ({ db, bookings }, given) => {
    const gone = await freeDays(db).remove(given.get('words') ?? '');
    bookings?.times.forget();
    return gone ? { done: 'compter-jours' } : { not: 'already' };
  },
  'annuler-afflux': async ({ bookings }, given) => {
    const [since, until] = (given.get('at') ?? '').split('-', 2).map(Number);
    if (bookings === undefined || !Number.isSafeInteger(since) || !Number.isSafeInteger(until))
      return { not: 'state' };
    const { cancelled, already } = await bookings.bookings.cancelRush(since ?? 0, until ?? 0);
    return cancelled.length + already === 0 ? { not: 'over' } : { done: 'annuler-afflux' };
  },
  'annuler-appel': async ({ db, bookings }, given) => {
    const call = await bookingReader(db).byId(given.get('call') ?? '');
    const result = call && (await bookings?.bookings.cancel(call.token));
    return result?.kind === 'done' ? { done: 'annuler-appel' } : { not: 'over' };
  },
};
