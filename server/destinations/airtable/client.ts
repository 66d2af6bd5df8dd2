import type { Lead } from '#domain/lead.ts';
import type { AirtableConfig } from '../../config/config.ts';
import type { Rejection } from '../destination.ts';
import { readError } from './errors.ts';
import type { Wording } from './strategies.ts';

/** What became of one request. */
export type Reply =
  | { readonly kind: 'stored'; readonly ids: readonly string[] }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }
  | {
      readonly kind: 'transient';
      /** Of the answer; undefined when there was none. */
      readonly status?: number;
      readonly message: string;
      /** Whether the records may have been stored all the same. */
      readonly unknown: boolean;
      /** How long the provider wants to be left alone. */
      readonly pauseMs?: number;
      /** The account's calls are used up: no lead will be taken for a long while. */
      readonly exhausted?: true;
    };

export interface RecordsRequest {
  readonly leads: readonly Lead[];
  readonly wording: Wording;
  /** The keys by which records that are there already are known again; undefined: create them. */
  readonly mergeOn: readonly string[] | undefined;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** After a 429 nothing succeeds for 30 s (https://airtable.com/developers/web/api/rate-limits). */
const PENALTY_MS = 30_000;
const LONGEST_PAUSE_MS = 3_600_000;

/** A 429 that 30 s do not cure: the month's calls are spent (https://support.airtable.com/docs/managing-api-call-limits-in-airtable). */
const QUOTA_SPENT = 'PUBLIC_API_BILLING_LIMIT_EXCEEDED';

/** Causes of a failed fetch before which nothing can have reached the provider. */
const NEVER_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'];

/**
 * Sends one request to the records endpoint and says what became of it; never rejects.
 * Creates: https://airtable.com/developers/web/api/create-records,
 * upserts: https://airtable.com/developers/web/api/update-multiple-records.
 * The token is in no message that comes back.
 */
export async function sendRecords(settings: AirtableConfig, request: RecordsRequest): Promise<Reply> {
  const { leads, wording, mergeOn, signal, timeoutMs } = request;
  const token = settings.token.reveal();
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(
      `${settings.apiUrl}/v0/${settings.baseId}/${encodeURIComponent(wording.table)}`,
      {
        method: mergeOn ? 'PATCH' : 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          ...(mergeOn && { performUpsert: { fieldsToMergeOn: mergeOn } }),
          records: leads.map((lead) => ({ fields: wording.fieldsOf(lead) })),
        }),
        // A redirect would carry the token somewhere nobody configured.
        redirect: 'manual',
        signal: AbortSignal.any([signal, timeout]),
      },
    );
    return withoutToken(readReply(response, await response.text(), leads.length), token);
  } catch (error) {
    if (signal.aborted) return broken('Envoi interrompu par l’arrêt du serveur');
    if (timeout.aborted) return broken(`Pas de réponse en ${timeoutMs / 1000} s`);
    return withoutToken(connectionLost(error), token);
  }
}

function readReply(response: Response, body: string, expected: number): Reply {
  const { status, statusText } = response;
  if (response.ok) {
    const ids = recordIds(body);
    if (ids?.length === expected) return { kind: 'stored', ids };
    return broken(`HTTP ${status}: réponse illisible`, status);
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

function recordIds(body: string): string[] | undefined {
  try {
    const { records } = JSON.parse(body) as { records: { id: string }[] };
    const ids = records.map(({ id }) => id);
    return ids.every((id) => typeof id === 'string') ? ids : undefined;
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

function broken(message: string, status?: number): Reply {
  return { kind: 'transient', ...(status !== undefined && { status }), message, unknown: true };
}

function connectionLost(error: unknown): Reply {
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const reason = cause instanceof Error ? cause.message : String(cause);
  return {
    kind: 'transient',
    message: `Connexion perdue (${code || reason})`,
    unknown: !NEVER_SENT.includes(code),
  };
}

function withoutToken(reply: Reply, token: string): Reply {
  const clean = (message: string) => message.replaceAll(token, '[secret]');
  if (reply.kind === 'transient') return { ...reply, message: clean(reply.message) };
  if (reply.kind === 'stored') return reply;
  return { kind: 'rejected', rejection: { ...reply.rejection, message: clean(reply.rejection.message) } };
}
