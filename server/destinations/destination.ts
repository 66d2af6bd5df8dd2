import type { Instant } from '#domain/instant.ts';
import type { Lead } from '#domain/lead.ts';

/** Leads that are sent in one request, by one strategy. Never two with the same e-mail (outbox/same-email.ts). */
export interface Group {
  readonly leads: readonly Lead[];
  /** Index into the destination's strategies. */
  readonly strategy: number;
  /** Why the strategy before refused these leads, where this one is its turn in the same pass. */
  readonly after?: Rejection;
}

export interface Limits {
  /** Aborts what is under way; the outcome of a request already sent is then unknown. */
  readonly signal: AbortSignal;
  /** No request may still be under way then. */
  readonly until: Instant;
  /** Called just before a request leaves. */
  readonly leaving?: () => void;
}

/** Why a strategy was refused, in the provider's words. */
export interface Rejection {
  readonly status: number;
  /** The provider's name for the error, when it gave one. */
  readonly type?: string;
  /** May repeat what the lead holds: for the database, never for the log. */
  readonly message: string;
}

/** The provider refuses the request as it is. */
export interface Rejected {
  readonly kind: 'rejected';
  readonly rejection: Rejection;
}

/** The request failed and may succeed later. */
export interface Transient {
  readonly kind: 'transient';
  /** Of the provider's answer; undefined when there was none, and then the message is our own. */
  readonly status?: number;
  readonly message: string;
  /** Whether the lead may have landed all the same; never so of a search. */
  readonly unknown: boolean;
}

export interface Delivered {
  readonly kind: 'delivered';
  readonly remoteId: string;
}

export type Outcome = Delivered | Rejected | Transient;

/** A record that may be a lead's. The outbox decides, since it knows which records belong to other leads. */
export interface Candidate {
  readonly id: string;
  /** Whether it still has exactly the lead's content: people may have edited it. */
  readonly exact: boolean;
}

export type SearchResult =
  /** In the order in which they were made. */
  { readonly kind: 'searched'; readonly candidates: readonly Candidate[] } | Rejected | Transient;

/**
 * Whether the destination accepts leads: 'doubtful' when a strategy was refused in a way that concerns every lead,
 * 'refusing' when all strategies were; then one lead at a time is tried, in no more requests than minutes.
 */
export type Acceptance = 'accepting' | 'doubtful' | 'refusing';

/** The strategy to use in the place of one that is no longer allowed, as settings may have changed: the next. */
export function usableStrategy(allowed: readonly number[], strategy: number): number {
  return allowed.find((one) => one >= strategy) ?? allowed[0] ?? 0;
}

/**
 * Where leads are delivered to. It keeps to the provider's limits; when a lead is due is for the outbox to say. It
 * creates and finds records, and never changes one.
 */
export interface Destination {
  /** Indexes of the strategies that the settings allow, in the order in which they are tried; never empty. */
  readonly strategies: readonly number[];
  /** The message logged when a lead was rejected by every strategy. */
  readonly refusedMessage: string;
  /** Names the base and table in which a strategy creates its records. */
  placeOf(strategy: number): string;
  /** Until when no request may be sent; in the past when one may. */
  pausedUntil(): Instant;
  acceptance(): Acceptance;
  /** Since when every lead is refused; undefined while some are taken. */
  refusingSince(): Instant | undefined;
  /** Whether a strategy leaves fields out, which are to be added to the record once it is there. */
  leavesFieldsOut(strategy: number): boolean;
  /** Creates a record for each lead. One outcome for each, by its id. Never rejects. */
  deliver(group: Group, limits: Limits): Promise<ReadonlyMap<string, Outcome>>;
  /**
   * Searches for the records that an earlier attempt by any strategy may have left. One result for each lead, by its
   * id; here several may have the same e-mail. Never rejects.
   */
  find(group: Group, limits: Limits): Promise<ReadonlyMap<string, SearchResult>>;
}
