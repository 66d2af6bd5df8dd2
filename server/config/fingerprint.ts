import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { givenFacts } from '#content/facts/given-facts.ts';
import type { Environment } from './env.ts';

/** Too short to be guessed back into settings by trying, long enough to tell two sets of them apart. */
const HASH_BYTES = 8;

/**
 * Computes one salted hash over all settings and facts. To find out whether any of them has changed, compare two hashes
 * with the same salt. The hash does not disclose the values.
 * @param facts the owner's files, which a program reads once
 */
export function settingsFingerprint(
  environment: Environment,
  salt = randomBytes(8).toString('hex'),
  facts: typeof givenFacts = givenFacts,
): string {
  const given = Object.entries(environment)
    .filter(([, text]) => text !== undefined && text !== '')
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const hash = createHash('sha256')
    .update(JSON.stringify([salt, given, facts], (_, value) => (value instanceof Map ? [...value] : value)))
    .digest();
  return `${salt}.${hash.subarray(0, HASH_BYTES).toString('hex')}`;
}

/** Whether a fingerprint was made of these settings, and of the facts that this program has read. */
export function haveFingerprint(environment: Environment, fingerprint: string): boolean {
  const [salt = ''] = fingerprint.split('.');
  const [own, other] = [settingsFingerprint(environment, salt), fingerprint].map((text) => Buffer.from(text));
  return (
    own !== undefined && other !== undefined && own.length === other.length && timingSafeEqual(own, other)
  );
}
