import type { WebhookConfig } from '../../config/config.ts';
import { signatureHeaders } from './sign.ts';

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

/** Posts signed webhooks to `WEBHOOK_URL`; redirections are not followed and count as a failure. */
export function webhookPost({ url, secret }: WebhookConfig, fetcher: typeof fetch = fetch): Post {
  return async (id, body, nowMs, signal) => {
    try {
      const response = await fetcher(url.reveal(), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'oui-48',
          ...signatureHeaders(id, Math.floor(nowMs / 1000), body, secret),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      return read(response);
    } catch (error) {
      return { kind: 'transient', message: reasonOf(error), unknown: !neverConnected(error) };
    }
  };
}

function read(response: Response): WebhookOutcome {
  const { status, ok } = response;
  if (ok) return { kind: 'accepted', receipt: `HTTP ${status}` };
  if (status === 410) return { kind: 'gone' };
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return {
    kind: 'transient',
    message: `HTTP ${status}`,
    unknown: false,
    ...(seconds > 0 && { retryAfterMs: seconds * 1000 }),
  };
}

const NOT_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH'];

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}

function neverConnected(error: unknown): boolean {
  return NOT_SENT.includes(codeOf(error));
}

/** A code or class name, never the message: it may contain the address, which may hold a secret. */
function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code !== '') return code;
  return error instanceof Error ? error.name : 'erreur inconnue';
}
