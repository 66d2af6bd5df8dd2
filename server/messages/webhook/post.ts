import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { WebhookConfig } from '../../config/config.ts';
import { isThisMachine } from '../../config/env.ts';
import type { Secret } from '../../config/secrets.ts';
import { systemNetwork } from '../../outgoing/network.ts';
import { bareHost } from '../../outgoing/typed-address.ts';
import { HostRefused, type VettedHosts, vettedHosts } from '../../outgoing/vetted-hosts.ts';
import { vettedRequest } from '../../outgoing/vetted-request.ts';

const TIMEOUT_MS = 20_000;

export type WebhookOutcome =
  | { readonly kind: 'accepted'; readonly receipt: string }
  /** The receiver wants no further webhooks (410). */
  | { readonly kind: 'gone' }
  | {
      readonly kind: 'transient';
      readonly message: string;
      /** Whether it may have been received: no answer came. */
      readonly unknown: boolean;
      /** What the receiver asked for, in milliseconds. */
      readonly retryAfterMs?: number;
    };

export type Post = (id: string, body: string, nowMs: number, signal: AbortSignal) => Promise<WebhookOutcome>;

/**
 * Posts signed webhooks to `WEBHOOK_URL`, at public addresses alone or, where the setting names it so, on this machine.
 * Redirections are not followed and count as a failure.
 * @param network the way out
 */
export function webhookPost({ url, secret }: WebhookConfig, network = systemNetwork()): Post {
  return async (id, body, nowMs, signal) => {
    const address = new URL(url.reveal());
    // Vetted anew each time: a name that changes its answer is no other tool.
    const hosts = isThisMachine(address)
      ? THIS_MACHINE
      : vettedHosts(network, {
          own: network.own?.() ?? [],
          set: { address: url, host: bareHost(address) },
        });
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    try {
      const answer = await vettedRequest(address, hosts, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          'user-agent': 'oui-48',
          ...signatureHeaders(id, Math.floor(nowMs / 1000), body, secret),
        },
        body,
        signal: limit,
      });
      answer.destroy();
      return read(answer);
    } catch (error) {
      return { kind: 'transient', message: reasonOf(error), unknown: !neverConnected(error) };
    }
  };
}

/** What the setting itself says is this machine: nobody's answer is in between. */
const THIS_MACHINE: VettedHosts = {
  async connect(host, port) {
    const socket = connect({ host, port });
    await once(socket, 'connect');
    return socket;
  },
};

function read({ statusCode: status = 0, headers }: IncomingMessage): WebhookOutcome {
  if (status >= 200 && status < 300) return { kind: 'accepted', receipt: `HTTP ${status}` };
  if (status === 410) return { kind: 'gone' };
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return {
    kind: 'transient',
    message: `HTTP ${status}`,
    unknown: false,
    ...(seconds > 0 && { retryAfterMs: seconds * 1000 }),
  };
}

const REFUSED: Readonly<Record<HostRefused['reason'], string>> = {
  'not-public': 'adresse privée, où aucun webhook ne part',
  'name-not-found': 'nom introuvable',
  unreachable: 'aucune connexion',
};

function neverConnected(error: unknown): boolean {
  return error instanceof HostRefused || codeOf(error) === 'ECONNREFUSED';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Words, a code or a class name, never the message: it may contain the address, which may hold a secret. */
function reasonOf(error: unknown): string {
  if (error instanceof HostRefused) return REFUSED[error.reason];
  return codeOf(error) || (error instanceof Error ? error.name : 'erreur inconnue');
}

/**
 * The three headers of a signed webhook.
 * @param secret `whsec_` and base64
 * @param seconds since the epoch, of this attempt
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
function signatureHeaders(id: string, seconds: number, body: string, secret: Secret) {
  const key = Buffer.from(secret.reveal().replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  };
}
