import type { Instant } from '#domain/instant.ts';
import type { Lead } from '#domain/lead.ts';
import { siteOfEmail } from '#domain/site-of-email.ts';
import { readTypedAddress } from '../../outgoing/typed-address.ts';
import type { Database } from '../../store/database.ts';
import { leadReader } from '../../store/leads/lead-reader.ts';
import type { AuditRow } from '../../store/schema.ts';
import type { AskedAddress } from '../process/run-audit.ts';
import { type AskDeps, type AskOutcome, askAudit, type RequestedAudit } from './ask-audit.ts';
import type { AuditResult } from './audit-settle.ts';
import { auditsWithVisits } from './audit-store.ts';

/** How a lead's audit is asked for: by which client, and whether a fresh proof of work came with it. */
export type AskedBy = Pick<RequestedAudit, 'asker' | 'proved'>;

/** The audits that follow from leads themselves: of the sites that their e-mails lead one to expect. */
export type LeadAudits = ReturnType<typeof leadAudits>;

/** @param ownAddresses our own public addresses, which are never visited */
export function leadAudits(deps: AskDeps & { readonly ownAddresses: readonly string[] }) {
  const underWay = new Map<string, ReturnType<typeof ask>>();

  async function ask(
    { id, email }: Pick<Lead, 'id' | 'email'>,
    by: AskedBy,
  ): Promise<AskOutcome | { readonly kind: 'held' | 'no-site' }> {
    const newest = await newestOf(deps.db, id, deps.now());
    if (newest !== undefined) return { kind: 'queued', token: newest.token };
    if (await leadReader(deps.db).isHeld(id)) return { kind: 'held' };
    const address = guessedAddress(email, deps.ownAddresses);
    return address === undefined ? { kind: 'no-site' } : askAudit(deps, { address, leadId: id, ...by });
  }

  return {
    /**
     * The lead's newest audit that can still be read, whatever site it is of; otherwise one of the e-mail's company is
     * queued. While it is being asked for, whoever asks as well gets the same answer.
     * @returns `held`: none before the lead is released; `no-site`: no company can be told from the e-mail
     */
    ask(lead: Pick<Lead, 'id' | 'email'>, by: AskedBy) {
      const asking = underWay.get(lead.id) ?? ask(lead, by).finally(() => underWay.delete(lead.id));
      underWay.set(lead.id, asking);
      return asking;
    },
  };
}

/** The lead's newest audit that can still be read. */
export async function newestOf(db: Database, leadId: string, now: Instant): Promise<AuditRow | undefined> {
  return auditsWithVisits(db)
    .where('audits.lead_id', '=', leadId)
    .where('audits.expires_at', '>', db.engine.instant(now))
    .orderBy('audits.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

function guessedAddress(email: string, ownAddresses: readonly string[] = []): AskedAddress | undefined {
  const site = siteOfEmail(email);
  const read = site === undefined ? undefined : readTypedAddress(site, ownAddresses);
  return read?.ok ? { url: read.url, schemeTyped: read.schemeTyped } : undefined;
}

/** Whether the address of an audit is what its lead's e-mail leads one to expect: it may be nobody's choice. */
export async function isGuess(
  db: Database,
  { lead_id, url, scheme_typed }: Pick<AuditRow, 'lead_id' | 'url' | 'scheme_typed'>,
): Promise<boolean> {
  if (lead_id === null || scheme_typed === 1) return false;
  const lead = await leadReader(db).byId(lead_id);
  return lead !== undefined && guessedAddress(lead.email)?.url === url;
}

/** A guess that led to a site of another name is no report: it would be about a site that nobody has named. */
export async function refuseUnnamedSite(
  db: Database,
  audit: Parameters<typeof isGuess>[1],
  result: AuditResult,
): Promise<AuditResult> {
  if (!('facts' in result) || result.refusal !== undefined) return result;
  const isElsewhere = result.facts.visit.elsewhere !== undefined;
  return isElsewhere && (await isGuess(db, audit)) ? { ...result, refusal: 'elsewhere' } : result;
}
