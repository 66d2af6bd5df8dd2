import { createHmac } from 'node:crypto';
import type { Secret } from '../../config/secrets.ts';

/**
 * The three headers of a signed webhook.
 * @param secret `whsec_` and base64
 * @param seconds since the epoch, of this attempt
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signatureHeaders(id: string, seconds: number, body: string, secret: Secret) {
  const key = Buffer.from(secret.reveal().replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  };
}
