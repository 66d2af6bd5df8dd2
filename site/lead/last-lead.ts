import type { Lead } from '#domain/lead.ts';
import { browserStorage, readJson, tabStorage, writeJson } from '../browser/storage.ts';
import { PENDING_LEADS } from './pending-lead.ts';
import type { Answer } from './post-lead.ts';

/** The lead that was sent last from this tab, under `sessionStorage.last_lead`: what a page may say of it. */
interface LastLead {
  readonly leadId: string;
  readonly name: string;
  readonly email: string;
  /** What the server said last. */
  readonly kind?: Answer['kind'];
  /** Signed: by it the server knows that a booking is this lead's. */
  readonly reference?: string | undefined;
  /** Whose audit has begun with the lead, where the server can tell. */
  readonly site?: string | undefined;
}

/** `received`: the server has it. `kept`: it waits in this browser. `refused`: the server refused it for good. */
export interface LeadNews extends LastLead {
  readonly state: 'received' | 'kept' | 'refused';
}

const KEY = 'last_lead';

/** Remembers, for as long as the tab lives, which lead was typed in it. */
export function rememberLead({ id: leadId, name, email }: Pick<Lead, 'id' | 'name' | 'email'>): void {
  writeJson(tabStorage(), KEY, { leadId, name, email });
}

/** Forgets it: the visitor is still correcting it. */
export function forgetLastLead(): void {
  writeJson(tabStorage(), KEY, null);
}

/** Takes note of what the server said of a lead that was sent. */
export function noteAnswer(leadId: string, answer: Answer): void {
  const last = lastLead();
  if (last?.leadId === leadId) writeJson(tabStorage(), KEY, { ...last, ...answer });
  // The browser tells only the other tabs.
  dispatchEvent(new Event('storage'));
}

/** What became of the lead that was sent last from this tab; undefined when there is none, or storage is denied. */
export function lastLeadNews(): LeadNews | undefined {
  const last = lastLead();
  if (!last) return undefined;
  const isKept = JSON.stringify(readJson(browserStorage(), PENDING_LEADS) ?? '').includes(last.leadId);
  return { ...last, state: last.kind === 'refused' ? 'refused' : isKept ? 'kept' : 'received' };
}

/** Calls `listener` whenever what is kept changes, in this tab or another, until what it returns is called. */
export function onLeadNews(listener: () => void): () => void {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}

/** The lead that was sent last from this tab, if any. */
export function lastLead(): LastLead | undefined {
  const stored = readJson(tabStorage(), KEY) as LastLead | null | undefined;
  return stored?.leadId ? stored : undefined;
}
