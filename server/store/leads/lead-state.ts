import { sql } from 'kysely';

/** Where a lead stands, as an operator sees it; every lead is in exactly one of these. */
export const LEAD_STATES = ['delivered', 'waiting', 'refused', 'held'] as const;
export type LeadState = (typeof LEAD_STATES)[number];

/**
 * The same four states as conditions; a held lead is never `refused`, since it is not sent at all. Written as literals,
 * without parameters: only then do the databases recognise the conditions of the partial indexes (migrations/).
 */
export const IN_STATE = {
  delivered: sql<boolean>`outbox.state = 'delivered'`,
  held: sql<boolean>`(outbox.state = 'waiting' and outbox.held_because is not null)`,
  refused: sql<boolean>`(outbox.state = 'waiting' and outbox.held_because is null and outbox.refused_at is not null)`,
  waiting: sql<boolean>`(outbox.state = 'waiting' and outbox.held_because is null and outbox.refused_at is null)`,
  /** Waiting or refused: what a worker takes once it is due. */
  sendable: sql<boolean>`(outbox.state = 'waiting' and outbox.held_because is null)`,
} as const satisfies Record<LeadState | 'sendable', unknown>;

/** Its record is no longer at the provider, and nobody here erased it; literal for the same reason. */
export const RECORD_GONE = sql<boolean>`(outbox.record_state = 'gone')`;

/** A delivered lead's record is at the provider, as far as is known. */
export const IS_THERE = sql<boolean>`(outbox.record_state is null or outbox.record_state in ('present', 'changed'))`;

/** The lead's first messages are still to be made, and it is not held; literal for the same reason. */
export const TO_NOTIFY = sql<boolean>`(outbox.tell_since is not null and outbox.held_because is null)`;

/** When the lead of an outbox row was accepted. */
export const ACCEPTED_AT = sql<number>`(select created_at from leads where id = outbox.lead_id)`;
