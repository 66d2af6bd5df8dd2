import type { FormMarks } from '#domain/form-marks.ts';
import type { Lead } from '#domain/lead.ts';
import { fromPending, toPending } from '#domain/pending-lead.ts';
import { browserStorage, type KeyValueStore, readJson, writeJson } from './browser-storage.ts';
import { leadId } from './lead-id.ts';
import type { Answer } from './post-lead.ts';
import { postLead } from './post-lead.ts';

const KEY = 'pending_leads';

/** Runs `work` while no other tab does; at once where the browser has no locks. */
type Exclusive = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** What keeping and sending again needs from outside. */
export interface PendingDeps {
  readonly store: KeyValueStore | undefined;
  readonly exclusive: Exclusive;
  readonly now: () => number;
  readonly post: (lead: Lead, marks?: FormMarks) => Promise<Answer>;
}

/** The browser's own storage, locks, clock and network. */
export function browserDeps(): PendingDeps {
  const exclusive: Exclusive = (name, work) =>
    navigator.locks ? (navigator.locks.request(name, work) as ReturnType<typeof work>) : work();
  return { store: browserStorage(), exclusive, now: Date.now, post: postLead };
}

/** Puts `lead` in `pending_leads` unless it is there; false when it could not be stored. */
export async function keepLead(deps: PendingDeps, lead: Lead): Promise<boolean> {
  return change(deps, (entries) =>
    entries.some((entry) => isLead(entry, lead.id)) ? entries : [...entries, toPending(lead, deps.now())],
  );
}

/** Takes the lead with this uuid out of `pending_leads`. */
export async function forgetLead(deps: PendingDeps, id: string): Promise<boolean> {
  return change(deps, (entries) => entries.filter((entry) => !isLead(entry, id)));
}

/**
 * Sends every kept lead again, one tab at a time. An entry leaves only when it is acknowledged or refused for
 * good; an entry that is too damaged to be sent stays as it is.
 */
export async function sendPending(deps: PendingDeps): Promise<void> {
  if (readEntries(deps.store).length === 0) return;
  await deps.exclusive('pending_leads:send', async () => {
    for (const entry of readEntries(deps.store)) {
      const lead = await leadOf(entry);
      if (!lead) continue;
      const answer = await deps.post(lead);
      if (answer.kind !== 'none')
        await change(deps, (entries) => entries.filter((other) => !same(other, entry)));
    }
  });
}

/** The lead of an entry; one stored before it had its uuid gets the uuid that its content names. */
async function leadOf(entry: unknown): Promise<Lead | undefined> {
  const lead = fromPending(entry);
  if (lead || typeof entry !== 'object' || entry === null || 'leadId' in entry) return lead;
  const fields = entry as Omit<Lead, 'id' | 'status'>;
  return fromPending({ ...entry, leadId: await leadId(fields) });
}

/** Reads, changes and writes the list with no other tab in between. */
function change(deps: PendingDeps, edit: (entries: unknown[]) => unknown[]): Promise<boolean> {
  return deps.exclusive('pending_leads:list', async () => {
    const before = readEntries(deps.store);
    const after = edit(before);
    return after === before || writeJson(deps.store, KEY, after);
  });
}

function readEntries(store: KeyValueStore | undefined): unknown[] {
  const stored = readJson(store, KEY);
  if (Array.isArray(stored)) return stored;
  return typeof stored === 'object' && stored !== null ? [stored] : [];
}

function isLead(entry: unknown, id: string): boolean {
  return typeof entry === 'object' && entry !== null && (entry as { leadId?: unknown }).leadId === id;
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
