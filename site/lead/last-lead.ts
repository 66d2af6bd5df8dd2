import { browserStorage, readJson, tabStorage, writeJson } from '../browser/storage.ts';
import type { Answer } from './post-lead.ts';

/** The lead that this tab said yes with last, under `sessionStorage.last_lead`: what a page may say of it. */
interface LastLead {
  readonly leadId: string;
  readonly name: string;
  readonly email: string;
  /** What the service said last. */
  readonly kind?: Answer['kind'];
  /** Signed: by it the service knows that a booking is this lead's. */
  readonly reference?: string | undefined;
}

/** `received`: the service has it. `kept`: it waits in this browser. `refused`: the service would not have it. */
export interface LeadNews extends LastLead {
  readonly state: 'received' | 'kept' | 'refused';
}

const KEY = 'last_lead';

/** An event of the window: what is kept has changed in this tab. Other tabs hear the platform's own `storage`. */
const CHANGED = 'lead:answered';

/** Remembers, for as long as the tab lives, which lead was typed in it. */
export function rememberLead({ leadId, name, email }: LastLead): void {
  writeJson(tabStorage(), KEY, { leadId, name, email });
}

/** Forgets it: the visitor is still correcting it. */
export function forgetLastLead(): void {
  writeJson(tabStorage(), KEY, null);
}

/** Takes note of what the service said of a lead that was sent. */
export function noteAnswer(leadId: string, answer: Answer): void {
  const last = lastLead();
  if (last?.leadId === leadId) writeJson(tabStorage(), KEY, { ...last, ...answer });
  dispatchEvent(new Event(CHANGED));
}

/** What became of the lead that this tab said yes with last; undefined when it said none, or storage is denied. */
export function lastLeadNews(): LeadNews | undefined {
  const last = lastLead();
  if (!last) return undefined;
  const isKept = JSON.stringify(readJson(browserStorage(), 'pending_leads') ?? '').includes(last.leadId);
  return { ...last, state: last.kind === 'refused' ? 'refused' : isKept ? 'kept' : 'received' };
}

/** Calls `say` whenever what is kept changes, in this tab or another, until what it returns is called. */
export function onLeadNews(say: () => void): () => void {
  const ended = new AbortController();
  for (const change of [CHANGED, 'storage']) addEventListener(change, say, { signal: ended.signal });
  return () => ended.abort();
}

/** The lead that this tab said yes with last, if any. */
export function lastLead(): LastLead | undefined {
  const stored = readJson(tabStorage(), KEY) as LastLead | null | undefined;
  return typeof stored?.leadId === 'string' ? stored : undefined;
}
