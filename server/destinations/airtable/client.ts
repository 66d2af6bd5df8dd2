import type { AirtableConfig } from '../../config/config.ts';
import type { Rejected, Transient } from '../destination.ts';
import { readError } from './errors.ts';

/** One request, and how its answer is read. */
export interface ApiRequest<T> {
  /** The URL's path after the base, encoded. */
  readonly path: string;
  /** Absent: POST. */
  readonly method?: 'GET' | 'PATCH' | 'DELETE';
  /** Sent as JSON; undefined: no body. */
  readonly body?: unknown;
  /** Parses the untrusted answer; returns undefined or throws when it is not of the expected form. */
  read(answer: unknown): T | undefined;
}

/** The outcome of one request. */
export type ApiOutcome<T> = { readonly kind: 'answered'; readonly answer: T } | Rejected | NoAnswer;

export interface NoAnswer extends Transient {
  /** For how long no request may be sent, as the provider demands; in milliseconds. */
  readonly pauseMs?: number;
  /** The account's calls are used up: no lead will be taken for a long while. */
  readonly exhausted?: true;
}

export interface SendOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** After a 429 nothing succeeds for 30 s (https://airtable.com/developers/web/api/rate-limits). */
const PENALTY_MS = 30_000;
const LONGEST_PAUSE_MS = 3_600_000;

/** A 429 that lasts longer than 30 s: the month's calls are used up (https://support.airtable.com/docs/managing-api-call-limits-in-airtable). */
export const QUOTA_SPENT = 'PUBLIC_API_BILLING_LIMIT_EXCEEDED';

/** Errors of a fetch that never connected: nothing can have reached the provider. */
const NEVER_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

/**
 * Sends one request; never rejects. The delivery's requests are POSTs, so that nothing a visitor typed is in a URL.
 * The token is removed from the outcome's messages.
 */
export async function sendRequest<T>(
  settings: AirtableConfig,
  request: ApiRequest<T>,
  { signal, timeoutMs }: SendOptions,
): Promise<ApiOutcome<T>> {
  const token = settings.token.reveal();
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${settings.apiUrl}/v0/${settings.baseId}/${request.path}`, {
      method: request.method ?? 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      // A redirect would send the token to an address that nobody configured.
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    });
    return withoutToken(readOutcome(response, await response.text(), request), token);
  } catch (error) {
    if (signal.aborted) return broken('Envoi interrompu par l’arrêt du serveur');
    if (timeout.aborted) return broken(`Pas de réponse en ${timeoutMs / 1000} s`);
    return withoutToken(connectionLost(error), token);
  }
}

function readOutcome<T>(response: Response, body: string, request: ApiRequest<T>): ApiOutcome<T> {
  const { status, statusText } = response;
  if (response.ok) {
    const answer = parsedAnswer(body, request);
    return answer === undefined
      ? broken(`HTTP ${status}: réponse illisible`, status)
      : { kind: 'answered', answer };
  }
  const rejection = readError(status, statusText, body);
  if (status === 429) {
    const pauseMs = Math.max(PENALTY_MS, retryAfterMs(response.headers.get('retry-after')));
    const exhausted = rejection.type === QUOTA_SPENT && { exhausted: true as const };
    return { kind: 'transient', status, message: rejection.message, unknown: false, pauseMs, ...exhausted };
  }
  if (status >= 400 && status < 500 && status !== 408) return { kind: 'rejected', rejection };
  return broken(rejection.message, status);
}

function parsedAnswer<T>(body: string, { read }: ApiRequest<T>): T | undefined {
  try {
    return read(JSON.parse(body));
  } catch {
    return undefined;
  }
}

/** Retry-After is a number of seconds or a date (RFC 9110, 10.2.3). */
function retryAfterMs(header: string | null): number {
  if (header === null) return 0;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? 0 : Math.min(ms, LONGEST_PAUSE_MS);
}

function broken(message: string, status?: number): NoAnswer {
  return { kind: 'transient', ...(status !== undefined && { status }), message, unknown: true };
}

function connectionLost(error: unknown): NoAnswer {
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const reason = cause instanceof Error ? cause.message : String(cause);
  return {
    kind: 'transient',
    message: `Connexion perdue (${code || reason})`,
    unknown: !NEVER_SENT.includes(code),
  };
}

function withoutToken<T>(reply: ApiOutcome<T>, token: string): ApiOutcome<T> {
  const clean = (message: string) => message.replaceAll(token, '[secret]');
  if (reply.kind === 'transient') return { ...reply, message: clean(reply.message) };
  if (reply.kind === 'answered') return reply;
  return { kind: 'rejected', rejection: { ...reply.rejection, message: clean(reply.rejection.message) } };
}
