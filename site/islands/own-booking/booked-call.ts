import { CANCELLING } from '#domain/booking.ts';
import { withTimeLimit } from '../../browser/network.ts';
import { readJson, tabStorage, writeJson } from '../../browser/storage.ts';

/** A call that was booked. */
export interface BookedCallNote {
  /** Its own page. */
  readonly page: string;
  /** When it begins: an instant in UTC, as the server writes it. */
  readonly start: string;
  /** IANA time zone of the office. */
  readonly timeZone: string;
  /** The number that is called, as it is read. */
  readonly phone?: string | undefined;
  /** Whether it waits for the owner's word, and its time may still go to somebody else. */
  readonly held?: boolean | undefined;
}

/** Key in `sessionStorage`, which ends with the tab: the address of the call's page is a secret. */
const KEY = 'booked_call';
const TIMEOUT_MS = 10_000;

/** Notes in this tab which call was booked in it. @param page the call's own page */
export function rememberCall(page: string): void {
  writeJson(tabStorage(), KEY, { page });
}

/** A call that was booked in another tab: its page, when it begins, and with which address. */
export interface CallElsewhere {
  readonly page: string;
  readonly start: string;
  readonly email: string;
}

/** Tells this browser's other tabs of a call that was booked in this one. Nothing of it is stored. */
export function tellTabs(call: CallElsewhere): void {
  try {
    const channel = new BroadcastChannel(KEY);
    channel.postMessage(call);
    channel.close();
  } catch {
    // A browser without it says in the other tab that the time is taken, which is so.
  }
}

/** Calls `listener` with what other tabs tell, until what it returns is called. */
export function onCallElsewhere(listener: (call: CallElsewhere) => void): () => void {
  let channel: BroadcastChannel | undefined;
  const open = () => {
    try {
      channel ??= new BroadcastChannel(KEY);
      channel.onmessage = ({ data }) => listener(data as CallElsewhere);
    } catch {
      // As above.
    }
  };
  // One that is open keeps a page out of the back/forward cache.
  const close = () => {
    channel?.close();
    channel = undefined;
  };
  open();
  addEventListener('pageshow', open);
  addEventListener('pagehide', close);
  return () => {
    close();
    removeEventListener('pageshow', open);
    removeEventListener('pagehide', close);
  };
}

/** The page of the call that was booked in this tab; undefined: none was. */
export function notedCall(): string | undefined {
  const { page } = Object(readJson(tabStorage(), KEY)) as Partial<BookedCallNote>;
  return typeof page === 'string' && page.startsWith('/rendez-vous/') ? page : undefined;
}

/** On a call's page: notes the call while it can be cancelled, so that step 2 shows it, and forgets it once it cannot. */
export function noteShownCall(): void {
  const { pathname } = location;
  if (document.getElementById(CANCELLING)) rememberCall(pathname);
  else if (notedCall() === pathname) tabStorage()?.removeItem(KEY);
}

/**
 * The call that was booked in this tab, as it is now. Never throws.
 * @returns `over` when it is to come no more (cancelled, begun or erased), once: it is forgotten then; undefined when
 *   none was booked, or the server cannot be asked
 */
export async function bookedCall(): Promise<BookedCallNote | 'over' | undefined> {
  const page = notedCall();
  if (page === undefined) return undefined;
  try {
    const headers = { accept: 'application/json' };
    const response = await fetch(page, { headers, signal: withTimeLimit(TIMEOUT_MS) });
    const { start, timeZone, state, phone } = response.ok
      ? ((await response.json()) as BookedCallNote & { state: string })
      : ({} as Partial<BookedCallNote> & { state?: string });
    const held = state === 'held';
    if ((held || state === 'booked') && start && timeZone && Date.parse(start) > Date.now())
      return { page, start, timeZone, phone, held };
    if (!response.ok && response.status !== 404) return undefined;
    tabStorage()?.removeItem(KEY);
    return 'over';
  } catch {
    return undefined;
  }
}
