import type { Lead } from '#domain/lead.ts';

/**
 * How a record is known again that an earlier attempt may have left: by what this strategy or one before it has
 * written ('own'), or by what any of them may have ('common'); false when no attempt can have landed.
 */
export type Upsert = false | 'own' | 'common';

/** Leads that go out together: one strategy, and all of them new or all of them perhaps there already. */
export interface Group {
  readonly leads: readonly Lead[];
  /** Index into the destination's strategies. */
  readonly strategy: number;
  /** Whether an earlier attempt may have landed: then nothing may be created that is there already. */
  readonly upsert: Upsert;
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

export type Outcome =
  | { readonly kind: 'delivered'; readonly remoteId?: string; readonly alreadyThere?: true }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }
  | {
      readonly kind: 'transient';
      /** Of the provider's answer; undefined when there was none, and then the message is our own. */
      readonly status?: number;
      readonly message: string;
      /** Whether the lead may have landed all the same. */
      readonly unknown: boolean;
    };

/**
 * What is known of the destination: it takes leads; a strategy was refused in a way that concerns every lead;
 * all of them were, and then it is asked about one lead a minute.
 */
export type Standing = 'taking' | 'doubtful' | 'refusing';

/** Where leads are delivered to. It keeps the provider's limits; what is due when is the outbox's business. */
export interface Destination {
  readonly name: 'airtable';
  /** Indexes of the strategies that the settings allow, in the order in which they are tried; never empty. */
  readonly strategies: readonly number[];
  /** The message logged when a lead was rejected by every strategy. */
  readonly refusedMessage: string;
  /** Milliseconds since the epoch until which the provider wants no request; in the past when it does. */
  pausedUntil(): number;
  standing(): Standing;
  /** Since when every lead is refused, in milliseconds since the epoch; undefined while some are taken. */
  refusingSince(): number | undefined;
  /**
   * Takes the next slot, over all servers together; or, when there is none to take yet, says in how many
   * milliseconds to ask again. Only for whoever has something to send.
   */
  reserve(): Promise<Slot | number>;
  /**
   * One outcome for each lead, by its id. Never rejects.
   * @param slot for the first request; without it, and for those after it, slots are taken as they come
   */
  deliver(group: Group, limits: Limits, slot?: Slot): Promise<ReadonlyMap<string, Outcome>>;
}
