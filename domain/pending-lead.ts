import type { Lead } from './lead.ts';
import { parseLead } from './lead.ts';

/** A lead the service has not acknowledged, as it waits in `pending_leads`. */
export interface PendingLead extends Omit<Lead, 'id'> {
  /** `pending_` + timestamp. */
  readonly id: string;
  /** ISO 8601, UTC: when it was put aside. */
  readonly timestamp: string;
  /** The uuid under which it was first sent, so that sending it again is the same lead. */
  readonly leadId: string;
}

/** Puts `lead` aside at `nowMs` (milliseconds since the epoch). */
export function toPending(lead: Lead, nowMs: number): PendingLead {
  const { id: leadId, ...fields } = lead;
  return { ...fields, id: `pending_${nowMs}`, timestamp: new Date(nowMs).toISOString(), leadId };
}

/** The lead to send again out of a stored entry; undefined when the entry is damaged beyond sending. */
export function fromPending(entry: unknown): Lead | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { leadId, ...fields } = entry as Record<string, unknown>;
  const parsed = parseLead({ ...fields, id: leadId });
  return parsed.ok ? parsed.value : undefined;
}
