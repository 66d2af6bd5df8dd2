import type { LeadRow } from '../schema.ts';
import type { StoredLead } from './lead-store.ts';

export function toLead({ user_id, created_at, ...fields }: LeadRow): StoredLead {
  return { ...fields, userId: user_id, createdAt: created_at };
}
