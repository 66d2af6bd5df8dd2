import { sql } from 'kysely';
import { type Claimant, claimRows } from '../queue/queue.ts';
import type { Database } from '../store/database.ts';
import type { Channel, MessageKind, MessageRow } from '../store/schema.ts';
import { messageQueue } from './queue.ts';

export interface Claim extends Claimant {
  readonly channel: Channel;
  readonly limit: number;
  /** Of messages of some kinds, only these; absent: all that are due. */
  readonly only?: { readonly kinds: readonly MessageKind[]; readonly ids: readonly string[] };
}

/** A message that only the lease's owner may send until the lease ends; `attempts` counts this attempt already. */
export type ClaimedMessage = Pick<
  MessageRow,
  'id' | 'kind' | 'recipient' | 'lead_id' | 'detail' | 'created_at' | 'attempts' | 'released'
>;

/** Leases due messages of a channel that no worker holds, and counts the attempt: none goes unrecorded. */
export async function claimMessages(
  db: Database,
  { channel, owner, now, limit, only }: Claim,
): Promise<ClaimedMessage[]> {
  const rows = await claimRows(db, messageQueue(channel), {
    ...{ owner, now, limit },
    only: only && among(only),
    values: { attempts: sql`attempts + 1`, unknown_outcome: 1 },
    columns: ['id', 'kind', 'recipient', 'lead_id', 'detail', 'created_at', 'attempts', 'released', 'due_at'],
  });
  // RETURNING gives rows in any order.
  return rows.toSorted((a, b) => a.due_at - b.due_at || (a.id < b.id ? -1 : 1));
}

function among({ kinds, ids }: NonNullable<Claim['only']>) {
  const these = ids.length === 0 ? sql`` : sql`or id in (${sql.join(ids)})`;
  return sql<boolean>`(kind not in (${sql.join(kinds)}) ${these})`;
}
