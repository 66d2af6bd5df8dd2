import type { Week } from '#domain/working-time.ts';
import { bookingReader } from '../../store/bookings/booking-reader.ts';
import type { Database } from '../../store/database.ts';
import { alarmCause } from '../alarm-cause.ts';
import type { ClaimedMessage } from '../claim.ts';
import { type HeldHour, heldLeads } from '../held-digest.ts';
import { detailOf } from '../new-message.ts';
import type { AlarmDetail } from '../watch-alarms.ts';
import { weekFigures } from '../week-figures.ts';
import type { MailBody } from './body.ts';
import { renderMail } from './html.ts';
import {
  alarmMail,
  alarmOverMail,
  floodMail,
  heldMail,
  heldNowMail,
  rushMail,
  webhookStoppedMail,
} from './server-mails.ts';
import { weekMail } from './week-mail.ts';
import { writeBundle } from './write-bundle.ts';
import { writeCallMail } from './write-call-mail.ts';
import { writeLeadMail } from './write-lead-mail.ts';
import type { WriteDeps, WrittenMail } from './written-mail.ts';

const MOST_LISTED = 20;
const MOST_COUNTED = 1_000;

/**
 * Writes a mail out of what the database says now. Mails are not stored, so personal data is not kept twice.
 * @param now milliseconds since the epoch
 */
export async function writeMail(deps: WriteDeps, message: ClaimedMessage, now: number): Promise<WrittenMail> {
  const { db, owners } = deps;
  const { id, kind, created_at } = message;
  const toOwners = (body: MailBody) => ({ mail: { id, to: owners, ...renderMail(body) } });

  switch (kind) {
    case 'owner-lead':
    case 'owner-reminder':
    case 'owner-links':
    case 'owner-erasure':
    case 'owner-audit':
    case 'visitor-lead':
    case 'visitor-audit':
      return writeLeadMail(deps, { ...message, kind }, now);
    case 'owner-bundle':
      return writeBundle(deps, message, now);
    case 'owner-call':
    case 'owner-call-reminder':
    case 'owner-call-over':
    case 'visitor-call':
    case 'visitor-call-reminder':
      return writeCallMail(deps, message, now);
    case 'owner-held': {
      const hour = detailOf<Partial<HeldHour>>(message);
      if (isHour(hour)) {
        const held = await heldLeads(db, MOST_LISTED, hour);
        return held.count === 0 ? NONE_HELD : toOwners(heldNowMail(held, { ...deps, now }));
      }
      const held = await heldLeads(db, MOST_LISTED);
      const calls = await bookingReader(db).held(now, MOST_COUNTED);
      if (held.count === 0 && calls.length === 0) return NONE_HELD;
      return toOwners(heldMail(held, { count: calls.length, calls: calls.slice(0, MOST_LISTED) }));
    }
    case 'owner-flood':
      return toOwners(floodMail(created_at));
    case 'owner-rush':
      return toOwners(rushMail(created_at));
    case 'owner-week': {
      const week = detailOf<Pick<Week, 'from' | 'to'>>(message);
      return toOwners(weekMail(await weekFigures(db, week, now, id), { ...deps, now }));
    }
    case 'owner-alarm': {
      const detail = detailOf<AlarmDetail>(message);
      if (await isOver(db, detail)) return { dropped: OVER };
      return toOwners(alarmMail(detail, await alarmCause(db, detail.alarm)));
    }
    case 'owner-alarm-over':
      return toOwners(alarmOverMail(detailOf<AlarmDetail>(message)));
    case 'owner-webhook-stopped':
      return toOwners(webhookStoppedMail(created_at));
    case 'webhook-lead':
    case 'webhook-alarm':
    case 'provider-status':
      throw new Error(`no mail is written for ${kind}`);
  }
}

const NONE_HELD = { dropped: 'Plus rien n’est retenu.' };

function isHour(detail: Partial<HeldHour>): detail is HeldHour {
  return detail.from !== undefined;
}

const OVER = 'L’alerte est finie\u202f: l’e-mail qui le dit part à sa place.';

/** Whether the alarm has ended since: the mail about its end says when it began as well. */
async function isOver(db: Database, { alarm, spell }: AlarmDetail): Promise<boolean> {
  const row = await db.selectFrom('alarms').selectAll().where('name', '=', alarm).executeTakeFirst();
  return row !== undefined && (row.spell > spell || row.ended_at !== null);
}
