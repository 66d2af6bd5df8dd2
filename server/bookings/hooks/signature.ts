import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../../config/secrets.ts';

/** Whether a text is the hexadecimal HMAC-SHA256 of these parts, compared in a time that tells nothing. */
export function isHmac(signature: string, key: Secret, ...parts: readonly (string | Buffer)[]): boolean {
  const hmac = createHmac('sha256', key.reveal());
  for (const part of parts) hmac.update(part);
  const [given, wanted] = [Buffer.from(signature), Buffer.from(hmac.digest('hex'))];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
