import type { AirtableConfig } from '../../config/config.ts';
import type { Rejected, Transient } from '../destination.ts';
import { readError } from './errors.ts';

/** One request, and how its answer is read. */
export interface Question<T> {
  /** Below the base, encoded. */
  readonly path: string;
  /** POST unless told otherwise. */
  readonly method?: 'GET' | 'PATCH' | 'DELETE';
  /** What is sent, as JSON; nothing when it is undefined. */
  readonly body?: unknown;
  /** Reads what came back, whatever it is; undefined or a throw when it is not what was asked for. */
  read(answer: unknown): T | undefined;
}

/** What became of one request. */
export type Reply<T> = { readonly kind: 'answered'; readonly answer: T } | Rejected | NoAnswer;

export interface NoAnswer extends Transient {
  /** How long the provider wants to be left alone. */
  readonly pauseMs?: number;
  /** The account's calls are used up: no lead will be taken for a long while. */
  readonly exhausted?: true;
}

export interface AskOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** After a 429 nothing succeeds for 30 s (https://airtable.com/developers/web/api/rate-limits). */
const PENALTY_MS = 30_000;
const LONGEST_PAUSE_MS = 3_600_000;

/** A 429 that lasts longer than 30 s: the month's calls are used up (https://support.airtable.com/docs/managing-api-call-limits-in-airtable). */
const QUOTA_SPENT = 'PUBLIC_API_BILLING_LIMIT_EXCEEDED';

/** Errors of a fetch that never connected: nothing can have reached the provider. */
const NEVER_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

/**
 * Makes one request and says what became of it; never rejects. Those of the delivery are posts, so that nothing a
 * visitor typed stands in an address. The token is in no message that comes back.
 */
export async function ask<T>(
  settings: AirtableConfig,
  question: Question<T>,
  { signal, timeoutMs }: AskOptions,
): Promise<Reply<T>> {
  const token = settings.token.reveal();
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${settings.apiUrl}/v0/${settings.baseId}/${question.path}`, {
      method: question.method ?? 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(question.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(question.body !== undefined && { body: JSON.stringify(question.body) }),
      // A redirect would send the token to an address that nobody configured.
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    });
    return withoutToken(readReply(response, await response.text(), question), token);
  } catch (error) {
    if (signal.aborted) return broken('Envoi interrompu par l’arrêt du serveur');
    if (timeout.aborted) return broken(`Pas de réponse en ${timeoutMs / 1000} s`);
    return withoutToken(connectionLost(error), token);
  }
}

function readReply<T>(response: Response, body: string, question: Question<T>): Reply<T> {
  const { status, statusText } = response;
  if (response.ok) {
    const answer = understood(body, question);
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

function understood<T>(body: string, { read }: Question<T>): T | undefined {
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

function withoutToken<T>(reply: Reply<T>, token: string): Reply<T> {
  const clean = (message: string) => message.replaceAll(token, '[secret]');
  if (reply.kind === 'transient') return { ...reply, message: clean(reply.message) };
  if (reply.kind === 'answered') return reply;
  return { kind: 'rejected', rejection: { ...reply.rejection, message: clean(reply.rejection.message) } };
}
