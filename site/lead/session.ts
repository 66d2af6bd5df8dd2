import { newSession, parseSession, type UserSession } from '#domain/session.ts';
import { browserStorage, type KeyValueStore, readJson, writeJson } from '../browser/storage.ts';

const KEY = 'user_session';

/** The browser's session: the stored one, or the one that `make` makes, stored where the browser allows it. */
export function ensureSession(store: KeyValueStore | undefined, make: () => UserSession): UserSession {
  const stored = parseSession(readJson(store, KEY));
  if (stored) return stored;
  const session = make();
  writeJson(store, KEY, session);
  return session;
}

let current: UserSession | undefined;

/**
 * The session of this browser; where nothing can be stored, that of this page view. Read anew at each call: of two
 * tabs that have each made one in the same moment, both then go by the one that was stored last.
 */
export function currentSession(): UserSession {
  current = ensureSession(
    browserStorage(),
    () => current ?? newSession(Date.now(), Math.random, location.href),
  );
  return current;
}
