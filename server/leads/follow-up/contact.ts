import { GUESS_ENDED } from '#content/audit.ts';
import type { AuditRefusal } from '#domain/audit.ts';
import { siteOfEmail } from '#domain/site-of-email.ts';
import type { Database } from '../../store/database.ts';
import { type LeadStory, leadStory } from '../../store/leads/events.ts';
import type { StoredLead } from '../../store/leads/lead-store.ts';

/** All that a mail about a lead needs: the lead, its events and how to reach the person. */
export interface Contact extends LeadStory {
  /** International number, from the newest event that has one. */
  readonly phone?: string;
  /** Whether the visitor has to name the address of the site (`siteMissing`); only mails ask. */
  readonly isSiteMissing?: boolean;
}

/** The contact of a lead; undefined once the lead was erased. */
export async function contactOf(db: Database, leadId: string): Promise<Contact | undefined> {
  const story = await leadStory(db, leadId);
  return story && withPhone(story);
}

/** The contact out of the lead's story. */
export function withPhone(story: LeadStory): Contact {
  const phone = story.events.findLast(({ detail }) => typeof detail.phone === 'string')?.detail.phone;
  return { ...story, ...(typeof phone === 'string' && { phone }) };
}

/** No site was found where one was named or guessed, or there is nothing to guess from. */
const NO_SITE: readonly (AuditRefusal | null)[] = [
  ...(Object.keys(GUESS_ENDED) as (keyof typeof GUESS_ENDED)[]),
  'elsewhere',
  'not-theirs',
];

/** Whether no address of a lead's site is known: the newest audit found none, or there was none and nothing to guess from. */
export async function siteMissing(db: Database, { id, email }: StoredLead): Promise<boolean> {
  const newest = await db
    .selectFrom('audits')
    .select('refusal')
    .where('lead_id', '=', id)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest === undefined ? siteOfEmail(email) === undefined : NO_SITE.includes(newest.refusal);
}
