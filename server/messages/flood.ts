import { mailId } from './ids.ts';
import { messagesQuery, type ServerMailDeps } from './new-message.ts';

/** Dates the mail back, so that it is sent before the mails about the leads that came with the flood. */
const BEFORE_MS = 60_000;

/**
 * Makes the mail that tells the owner of a flood; once, however many servers notice the flood.
 * @param since when it began, in milliseconds since the epoch, as stored: all servers derive the same id from it
 * @param now the server's own clock, in milliseconds since the epoch
 */
export async function enqueueFloodMail(
  { db, links, sender }: ServerMailDeps,
  since: number,
  now: number,
): Promise<void> {
  const id = mailId(links.keyedHash(`flood ${since}`), sender);
  await db.atomically([
    messagesQuery(db, now, [{ id, kind: 'owner-flood', lead_id: null, dueAt: now - BEFORE_MS }]),
  ]);
}
