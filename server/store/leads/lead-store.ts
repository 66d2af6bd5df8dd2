import type { CompiledQuery } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { Lead } from '#domain/lead.ts';
import type { LeadOrigin } from '../../fields/origin-fields.ts';

export type SubmitOutcome = 'created' | 'repeated' | 'conflict' | 'late';

/** What is known of who sent a lead, beside what it says. */
export interface SentBy {
  /** A keyed hash of the client, by which its mails are counted. */
  readonly client?: string;
  readonly origin?: LeadOrigin;
  /** Finds a row unless the lead is 'late'; asked in the transaction that stores it. */
  readonly notLate?: CompiledQuery | undefined;
}

/** Stores leads: a lead and its outbox row become durable together or not at all. */
export interface LeadWriter {
  /**
   * Resolves once the lead is durable. 'repeated': its id is stored already, with the same content, or was before it
   * was corrected; 'conflict': with other content, and nothing was written; 'late': neither, as its person was erased. Rejects when it could not be made durable.
   * @param heldBecause why it is held until an operator releases it (French, for the operator)
   */
  insert(lead: Lead, atMs: Instant, heldBecause?: string, sentBy?: SentBy): Promise<SubmitOutcome>;
  /** Writes a row that is no lead, durably: rejects when a lead could not be stored either. */
  probe(atMs: number): Promise<void>;
}

export type StoredLead = Lead &
  LeadOrigin & {
    readonly createdAt: Instant;
    /** What the browser had sent, where the address was corrected at the desk since. */
    readonly firstEmail?: string;
  };

/** A lead as its browser has sent it. */
export function asReceived(lead: StoredLead): StoredLead {
  return { ...lead, email: lead.firstEmail ?? lead.email };
}

/** Reads leads; never writes. */
export interface LeadReader {
  byId(id: string): Promise<StoredLead | undefined>;
  /** Whether the lead is held until an operator releases it. */
  isHeld(id: string): Promise<boolean>;
}
