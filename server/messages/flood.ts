import type { Database } from '../store/database.ts';
import { mailId } from './ids.ts';
import type { Links } from './links.ts';
import { messagesQuery } from './new-message.ts';

export interface FloodAlertDeps {
  readonly db: Database;
  readonly links: Links;
  readonly sender: string;
}

/** It goes before the mails about the leads that came with the flood. */
const BEFORE_MS = 60_000;

/**
 * Sees to it that the owner is told of a flood, once, whichever server sees it.
 * @param since when it began, in milliseconds since the epoch: the same to all servers
 * @param now the server's own clock, in milliseconds since the epoch
 */
export async function oweFloodAlert(
  { db, links, sender }: FloodAlertDeps,
  since: number,
  now: number,
): Promise<void> {
  const id = mailId(links.addressKey(`flood ${since}`), sender);
  await db.together([
    messagesQuery(db, now, [{ id, kind: 'owner-flood', lead_id: null, dueAt: now - BEFORE_MS }]),
  ]);
}
