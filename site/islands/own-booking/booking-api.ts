import type { FieldError } from '#domain/errors.ts';
import { HIDDEN_FIELDS } from '#domain/hidden-fields.ts';
import { withTimeLimit } from '../../browser/network.ts';

/** What a visitor asks for; `start` is one of the list's instants, empty while none is chosen. */
export interface BookingBody {
  readonly start: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** IANA time zone of the visitor. */
  readonly timeZone: string;
  /** The signed reference to the visitor's lead, where there is one. */
  readonly lead?: string | undefined;
}

/** When a call can begin: instants in UTC as the server writes them, in the office's time zone; or nobody knows. */
export type FreeTimesAnswer =
  | { readonly kind: 'known'; readonly timeZone: string; readonly starts: readonly string[] }
  | { readonly kind: 'unreadable' };

/** What the server said of a booking. */
export type BookingAnswer =
  /** `page` is the call's own page. `held`: it waits for the owner's word. */
  | { readonly kind: 'booked'; readonly page: string; readonly held?: boolean }
  /** Somebody else has that time; `starts` are the next free ones. */
  | { readonly kind: 'taken'; readonly detail: string; readonly starts: readonly string[] }
  | { readonly kind: 'refused'; readonly detail: string; readonly errors: readonly FieldError[] }
  /** The id stands for another booking already. */
  | { readonly kind: 'conflict'; readonly detail: string }
  /** Not now. `sure`: nothing was booked. `retryAfterS`: seconds to wait, 0 when the server named none. */
  | { readonly kind: 'later'; readonly detail: string; readonly retryAfterS: number; readonly sure: boolean }
  /** No answer of the server's: it may or may not be booked. `isOffline`: the browser has no network. `isDown`: a proxy said so. */
  | { readonly kind: 'silent'; readonly isOffline?: boolean; readonly isDown?: boolean };

/** The server may ask its owner's calendar and wait for its database. */
const TIMEOUT_MS = 25_000;
const LIST_TIMEOUT_MS = 10_000;
/** The longest list that the server gives; no call can be booked further ahead. */
const DAYS = 31;

/** Asks for the free times. Never throws. */
export async function readFreeTimes(): Promise<FreeTimesAnswer> {
  try {
    const response = await fetch(`/api/slots?days=${DAYS}`, { signal: withTimeLimit(LIST_TIMEOUT_MS) });
    const { timeZone, slots } = (await response.json()) as { timeZone?: string; slots?: string[] };
    if (response.ok && timeZone && slots) return { kind: 'known', timeZone, starts: slots };
  } catch {
    // What is no answer of the server's tells nothing of its times.
  }
  return { kind: 'unreadable' };
}

/**
 * Sends one booking under `id` (a uuid). Never throws: no network, a time-out or an answer that is not the server's
 * count as silence.
 * @param proof of work, empty where there is none
 */
export async function postBooking(id: string, request: BookingBody, proof: string): Promise<BookingAnswer> {
  try {
    const response = await fetch('/api/bookings', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id, ...request, ...(proof && { [HIDDEN_FIELDS.proof]: proof }) }),
      signal: withTimeLimit(TIMEOUT_MS),
    });
    const body = (await response.json().catch(() => ({}))) as Body;
    return readAnswer(response.status, response.headers.get('retry-after'), body);
  } catch {
    return { kind: 'silent', ...(navigator.onLine === false && { isOffline: true }) };
  }
}

interface Body {
  readonly manage?: string;
  readonly state?: string;
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
  readonly slots?: readonly string[];
}

function readAnswer(status: number, retryAfter: string | null, body: Body): BookingAnswer {
  const { manage, state, detail, errors = [], slots } = body;
  if (status < 300 && manage?.startsWith('/rendez-vous/'))
    return { kind: 'booked', page: manage, ...(state === 'held' && { held: true }) };
  if (status < 400 || detail === undefined) return { kind: 'silent', ...(status >= 500 && { isDown: true }) };
  if (status === 409) return slots ? { kind: 'taken', detail, starts: slots } : { kind: 'conflict', detail };
  if (status === 429 || status >= 500)
    return { kind: 'later', detail, retryAfterS: Number(retryAfter) || 0, sure: status === 429 };
  return { kind: 'refused', detail, errors };
}
