import { auditLive } from '#content/pages/audit-live.ts';
import { promises } from '#content/promises/promises.ts';
import { newestOf } from '../../audits/queue/lead-audits.ts';
import { fromStore } from '../../http/from-store.ts';
import { leadEvents } from '../../messages/events.ts';
import { promisedBy } from '../../messages/promised-by.ts';
import { liveBlock } from '../../pages/audit/live-block.ts';
import { alert, paragraph } from '../../pages/html.ts';
import { leadReader } from '../../store/leads/lead-reader.ts';
import type { Log } from '../../system/log.ts';
import { currentView } from './current-view.ts';
import type { AuditRouteDeps } from './deps.ts';

/** What step 2 says to a visitor without JavaScript of the audit that they have asked for. */
export interface VisitorAudit {
  /** The audit as it stands, as HTML; empty where there is none. */
  readonly live: string;
  /** Why there is none, and until when it comes, as HTML above the form. */
  readonly why: string;
  /** Whether the page is to load itself again, since something is happening. */
  readonly isGoing: boolean;
  /** An address to confirm in the form; empty for none. */
  readonly proposed: string;
}

/**
 * The newest audit of the lead that a page's address names, as it stands. Reading it asks for nothing.
 * @param ref the signed reference
 * @returns undefined where there is no such lead, and where the store does not answer: the page is served without
 */
export async function auditOfVisitor(
  deps: AuditRouteDeps,
  ref: string,
  log: Pick<Log, 'warn'>,
): Promise<VisitorAudit | undefined> {
  if (deps.mode === 'off') return undefined;
  try {
    return await read(deps, ref);
  } catch (error) {
    log.warn({ err: error }, 'L’audit d’un visiteur n’a pas pu être lu. Sa page est servie sans lui.');
    return undefined;
  }
}

async function read(deps: AuditRouteDeps, ref: string): Promise<VisitorAudit | undefined> {
  const now = deps.now();
  const leadId = deps.links.read('reference', ref, now);
  const lead = leadId === undefined ? undefined : await fromStore(leadReader(deps.db).byId(leadId));
  if (lead === undefined) return undefined;
  const by = promisedBy(promises.audit, { lead, events: await fromStore(leadEvents(deps.db, lead.id)) });
  const newest = await fromStore(newestOf(deps.db, lead.id, now));
  const current = newest && (await currentView(deps, newest.token));
  const none = { live: '', isGoing: false, proposed: '' };
  const until = paragraph(auditLive.form.by(by));
  if (newest === undefined || current === undefined) return { ...none, why: until };
  const { view } = current;
  if (view.state === 'refused')
    return { ...none, why: alert(view.reason ?? '') + until, proposed: view.leadsTo ?? '' };
  const live = liveBlock({ view, token: newest.token, by, lead: ref });
  return { ...none, live, why: '', isGoing: view.state !== 'done' };
}
