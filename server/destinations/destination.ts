import type { Lead } from '#domain/lead.ts';

/** Leads that go out together, by one strategy. Never two with the same e-mail: see `outbox/twins.ts`. */
export interface Group {
  readonly leads: readonly Lead[];
  /** Index into the destination's strategies. */
  readonly strategy: number;
}

/** A moment from which on one request may leave. In milliseconds since the epoch, by the server's own clock. */
export interface Slot {
  readonly at: number;
  /** Resolves when its request has left, or never will. */
  readonly gone: Promise<void>;
}

export interface Limits {
  /** Aborts what is under way; the outcome of a request already sent is then unknown. */
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch: no request may still be under way then. */
  readonly until: number;
}

/** Why a strategy was refused, in the provider's words. */
export interface Rejection {
  readonly status: number;
  /** The provider's name for the error, when it gave one. */
  readonly type?: string;
  /** May repeat what the lead holds: for the database, never for the log. */
  readonly message: string;
}

/** The provider will not do it this way. */
export interface Rejected {
  readonly kind: 'rejected';
  readonly rejection: Rejection;
}

/** It could not be done now. */
export interface Transient {
  readonly kind: 'transient';
  /** Of the provider's answer; undefined when there was none, and then the message is our own. */
  readonly status?: number;
  readonly message: string;
  /** Whether the lead may have landed all the same; never so of a search. */
  readonly unknown: boolean;
}

export type Outcome = { readonly kind: 'delivered'; readonly remoteId: string } | Rejected | Transient;

/** A record that may be a lead's. Whose it is, the outbox decides: it knows which records are taken. */
export interface Candidate {
  readonly id: string;
  /** Whether it still says, word for word, what the lead says. */
  readonly exact: boolean;
}

export type SearchResult =
  /** In the order in which they were made. */
  { readonly kind: 'searched'; readonly candidates: readonly Candidate[] } | Rejected | Transient;

/**
 * What is known of the destination: it takes leads; a strategy was refused in a way that concerns every lead;
 * all of them were, and then it is asked about one lead a minute.
 */
export type Acceptance = 'accepting' | 'doubtful' | 'refusing';

/**
 * Where leads are delivered to. It keeps the provider's limits; what is due when is the outbox's business. It creates
 * records and finds them, and changes none.
 */
export interface Destination {
  readonly name: 'airtable';
  /** Indexes of the strategies that the settings allow, in the order in which they are tried; never empty. */
  readonly strategies: readonly number[];
  /** The message logged when a lead was rejected by every strategy. */
  readonly refusedMessage: string;
  /** Milliseconds since the epoch until which the provider wants no request; in the past when it does. */
  pausedUntil(): number;
  acceptance(): Acceptance;
  /** Since when every lead is refused, in milliseconds since the epoch; undefined while some are taken. */
  refusingSince(): number | undefined;
  /**
   * Takes the next slot, over all servers together; or, when there is none to take yet, says in how many
   * milliseconds to ask again. Only for whoever has something to send.
   */
  reserve(): Promise<Slot | number>;
  /**
   * Creates a record for each lead. One outcome for each, by its id. Never rejects.
   * @param slot for the first request; without it, and for those after it, slots are taken as they come
   */
  deliver(group: Group, limits: Limits, slot?: Slot): Promise<ReadonlyMap<string, Outcome>>;
  /**
   * Looks for the records that an earlier attempt by any strategy may have left. One answer for each lead, by its id;
   * here several may have the same e-mail. Never rejects.
   * @param slot as for `deliver`
   */
  find(group: Group, limits: Limits, slot?: Slot): Promise<ReadonlyMap<string, SearchResult>>;
}
