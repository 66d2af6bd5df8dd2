import type { Instant } from '#domain/instant.ts';
import { type FloodName, floodSeen } from '../store/conditions.ts';
import type { Log } from '../system/log.ts';
import { mailId } from './ids.ts';
import { messagesQuery, type ServerMailDeps } from './new-message.ts';

/** Dates the mail back, so that it is sent before the mails about the leads that came with the flood. */
const BEFORE_MS = 60_000;

const MAILS = { flood: 'owner-flood', 'call-rush': 'owner-rush' } as const;

export interface FloodTellerDeps extends ServerMailDeps {
  /** The server's own clock. */
  readonly now: () => Instant;
  readonly log: Pick<Log, 'warn'>;
  /** There is a message to send. */
  readonly wake: () => void;
}

/**
 * A function to be called whenever a flood is seen: of each flood the owner gets one mail, however many servers notice
 * it, and the log one line of each server.
 * @param line French, for the log
 */
export function floodTeller(deps: FloodTellerDeps, name: FloodName, line: string): () => Promise<void> {
  const { db, links, sender, now, log, wake } = deps;
  let told: number | undefined;
  return async () => {
    // As it is stored: all servers derive the same id from it.
    const since = await floodSeen(db, name, now());
    if (since === told) return;
    const id = mailId(links.keyedHash(`${name} ${since}`), sender);
    const mail = { id, kind: MAILS[name], lead_id: null, dueAt: now() - BEFORE_MS };
    await db.atomically([messagesQuery(db, now(), [mail])]);
    told = since;
    log.warn(line);
    wake();
  };
}
