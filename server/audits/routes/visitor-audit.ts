import { fromStore } from '../../http/from-store.ts';
import { promisedBy } from '../../messages/promised-by.ts';
import { leadStory } from '../../store/leads/events.ts';
import type { Log } from '../../system/log.ts';
import { newestOf } from '../queue/lead-audits.ts';
import type { VisitorAudit } from '../report/audit-pages.tsx';
import { currentView } from './current-view.ts';
import type { AuditRouteDeps } from './deps.ts';

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
  const story = leadId === undefined ? undefined : await fromStore(leadStory(deps.db, leadId));
  if (story === undefined) return undefined;
  const by = promisedBy('audit', story);
  const newest = await fromStore(newestOf(deps.db, story.lead.id, now));
  const current = newest && (await currentView(deps, newest.token));
  const told = { lead: ref, by };
  if (newest === undefined || current === undefined) return told;
  const { view } = current;
  if (view.state === 'refused') return { ...told, refusal: view.reason, proposed: view.leadsTo };
  return { ...told, audit: { view, token: newest.token } };
}
