import type { Instant } from './instant.ts';

/** `user_session` in local storage: one per browser, made on the first visit. */
export interface UserSession {
  /** `usr_` + time in base 36 + 6 random characters. */
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** Page address at the first visit. */
  readonly url: string;
}

/**
 * Makes a session.
 * @param random returns a number in [0, 1)
 * @param url page address of the first visit
 */
export function newSession(nowMs: Instant, random: () => number, url: string): UserSession {
  return { id: newUserId(nowMs, random), createdAt: new Date(nowMs).toISOString(), url };
}

/** `usr_` + `nowMs` in base 36 + 6 characters drawn with `random` (a number in [0, 1)). */
export function newUserId(nowMs: number, random: () => number): string {
  return `usr_${nowMs.toString(36)}${random().toString(36).slice(2, 8).padEnd(6, '0')}`;
}

/** Reads a stored session; undefined when it is none. */
export function parseSession(input: unknown): UserSession | undefined {
  const { id, createdAt, url } = Object(input) as Record<string, unknown>;
  if (typeof id !== 'string' || typeof createdAt !== 'string' || typeof url !== 'string') return undefined;
  return /^usr_[0-9a-z]{7,32}$/.test(id) && Date.parse(createdAt) ? { id, createdAt, url } : undefined;
}
