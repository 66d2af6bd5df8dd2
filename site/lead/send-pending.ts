import { type Lead, leadContent } from '#domain/lead.ts';
import { FIELD_NAMES, ruleOf } from '#domain/lead-fields.ts';
import { lastLead, rememberLead } from './last-lead.ts';
import { leadId } from './lead-id.ts';
import { browserDeps, LONGEST_WAIT_MS, type PendingDeps, readEntries, settleLead } from './pending-list.ts';
import type { Answer } from './post-lead.ts';

/**
 * Sends every kept lead that is due, one tab at a time. An entry leaves only when it is acknowledged or refused for
 * good; an entry that is too damaged to be sent stays as it is.
 * @returns how long the server asks to wait before the next, in milliseconds; undefined when nothing is left to send
 */
export async function sendPending(deps: PendingDeps): Promise<number | undefined> {
  if (readEntries(deps.store).length === 0) return undefined;
  return deps.exclusive('pending_leads:send', async () => {
    const waits: number[] = [];
    for (const entry of readEntries(deps.store)) {
      const found = fromPending(entry);
      if (!found) continue;
      const lead = { ...found, id: found.id || (await leadId(found)) };
      const wait = waitOf(entry, deps.now());
      const answer: Answer =
        wait > 0
          ? { kind: 'none', retryAfterMs: wait }
          : await deps.post(lead, undefined, ageOf(entry, deps.now()));
      if (answer.kind === 'refused') deps.refused?.(lead);
      if (wait === 0) await settleLead(deps, lead.id, answer, (other) => same(other, entry));
      if (answer.kind === 'none') waits.push(answer.retryAfterMs ?? 0);
    }
    return waits.length > 0 ? Math.min(...waits, LONGEST_WAIT_MS) : undefined;
  });
}

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
let latest = 0;

/**
 * Sends what is kept until nothing is left, pausing 2 s, then twice as long each time up to a minute, and never less
 * than the server asks for. Called again (the network is back), it begins anew.
 */
export async function sendUntilGone(deps: PendingDeps = toldDeps()): Promise<void> {
  latest += 1;
  const mine = latest;
  for (let pause = FIRST_PAUSE_MS; mine === latest; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const wait = await sendPending(deps);
    if (wait === undefined) return;
    await deps.pause(Math.max(pause, wait));
  }
}

/** Has a refusal told in this tab, where no lead of its own is: the one that kept the lead may be gone. */
function toldDeps(): PendingDeps {
  return { ...browserDeps(), refused: (lead) => lastLead() ?? rememberLead(lead) };
}

/** How long an entry still has to wait, in milliseconds. */
function waitOf(entry: unknown, nowMs: number): number {
  const wait = Number(Object(entry).notBefore) - nowMs;
  return wait > 0 && wait <= LONGEST_WAIT_MS ? wait : 0;
}

/** For how long an entry has been kept, in milliseconds; undefined when it does not say. */
function ageOf(entry: unknown, nowMs: number): number | undefined {
  const age = nowMs - Date.parse(Object(entry).timestamp);
  return Number.isNaN(age) ? undefined : Math.max(0, age);
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * The lead to send again out of a stored entry, its id empty when the entry has none; undefined when the entry is
 * damaged beyond sending. Whether it is valid is for the server to say.
 */
export function fromPending(entry: unknown): Lead | undefined {
  const kept = Object(entry) as Record<string, unknown>;
  if (FIELD_NAMES.some((field) => ruleOf(field).required === 'always' && !isText(kept[field])))
    return undefined;
  const content = leadContent((field) => textOf(kept[field]));
  return { ...content, id: textOf(kept.leadId), status: 'Cold' };
}

function textOf(value: unknown): string {
  return isText(value) ? value : '';
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
