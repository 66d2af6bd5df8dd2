import type { HiddenFields } from '#domain/hidden-fields.ts';
import type { Instant } from '#domain/instant.ts';
import type { Lead } from '#domain/lead.ts';
import { withTimeLimit } from '../browser/network.ts';
import { browserStorage, type KeyValueStore, readJson, writeJson } from '../browser/storage.ts';
import { noteAnswer } from './last-lead.ts';
import { PENDING_LEADS, toPending } from './pending-lead.ts';
import { type Answer, postLead } from './post-lead.ts';

/** A longer `Retry-After`, or a clock that was set back, is not believed. */
export const LONGEST_WAIT_MS = 600_000;

/** Runs `work` while no other tab does. */
type Exclusive = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** What keeping and sending need from outside. */
export interface PendingDeps {
  readonly store: KeyValueStore | undefined;
  readonly exclusive: Exclusive;
  readonly now: () => Instant;
  readonly post: (lead: Lead, hidden?: HiddenFields, ageMs?: number) => Promise<Answer>;
  readonly pause: (ms: number) => Promise<unknown>;
  /** Told what the server said of a lead, once it is written down. */
  readonly answered?: (leadId: string, answer: Answer) => void;
  /** Told of a kept lead that the server refuses for good, before `answered` is. */
  readonly refused?: (lead: Lead) => void;
}

/** The browser's own storage, locks, clock and network. */
export function browserDeps(): PendingDeps {
  const store = browserStorage();
  return {
    store,
    // A browser that denies storage denies locks too, and has nothing that other tabs could change.
    exclusive: store ? exclusive : (_name, work) => work(),
    now: Date.now,
    post: postLead,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    answered: noteAnswer,
  };
}

/** A lock that another tab has not given back by then is done without, in milliseconds: it may never be. */
const LOCK_MS = 1_000;

/** Two tabs that send at once send the same ids, and two that write at once lose a note; no lock at all loses more. */
async function exclusive<T>(name: string, work: () => Promise<T>): Promise<T> {
  let begun: Promise<T> | undefined;
  try {
    await navigator.locks.request(name, { signal: withTimeLimit(LOCK_MS) }, () => {
      begun = work();
      return begun;
    });
  } catch {
    // There are no locks, they are denied, or this one did not come; what `work` itself says is said below.
  }
  return begun ?? work();
}

/** Puts `lead` at the end of `pending_leads`, once, as of now; false when it could not be stored. */
export function keepLead(deps: PendingDeps, lead: Lead): Promise<boolean> {
  return change(deps, (entries) => [
    ...entries.filter((entry) => !isLead(entry, lead.id)),
    toPending(lead, deps.now()),
  ]);
}

/**
 * Writes down what the server said of a kept lead: it leaves the list when it was acknowledged or refused for good,
 * and waits when the server asked for time.
 * @param isIt which entry is the lead's
 */
export async function settleLead(
  deps: PendingDeps,
  id: string,
  answer: Answer,
  isIt = (entry: unknown) => isLead(entry, id),
): Promise<void> {
  const { kind } = answer;
  const wait = kind === 'none' && Math.min(answer.retryAfterMs ?? 0, LONGEST_WAIT_MS);
  if (wait !== 0)
    await change(deps, (entries) =>
      entries.flatMap((entry) =>
        isIt(entry) ? (wait ? [{ ...Object(entry), notBefore: deps.now() + wait }] : []) : [entry],
      ),
    );
  deps.answered?.(id, answer);
}

/** What is in `pending_leads`, whatever it is; one object counts as a list of one. */
export function readEntries(store: KeyValueStore | undefined): unknown[] {
  const stored = readJson(store, PENDING_LEADS);
  return Object(stored) === stored ? [stored].flat() : [];
}

/** Reads, changes and writes the list with no other tab in between. */
function change(deps: PendingDeps, edit: (entries: unknown[]) => unknown[]): Promise<boolean> {
  return deps.exclusive('pending_leads:list', async () =>
    writeJson(deps.store, PENDING_LEADS, edit(readEntries(deps.store))),
  );
}

function isLead(entry: unknown, id: string): boolean {
  return Object(entry).leadId === id;
}
