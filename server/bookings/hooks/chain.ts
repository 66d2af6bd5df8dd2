import type { Instant } from '#domain/instant.ts';
import type { ProviderCallRow } from '../../store/schema.ts';
import type { CallNews } from './hook.ts';

type Row = Omit<ProviderCallRow, 'provider'>;

/**
 * The names that a call has had at its provider, after a webhook. Whatever the order in which webhooks come, and however
 * often, the result is the same: a name that was moved or cancelled stays so, and what is known of it is only added to.
 * @param leadId the lead whose reference came with the news
 */
export function withNews(rows: readonly Row[], news: CallNews, leadId: string | null): Row[] {
  const byUid = new Map(rows.map((row) => [row.uid, row]));
  const row = (uid: string) => byUid.get(uid) ?? unknown(uid);
  const { uid, previous, next } = news;
  if (previous !== undefined) byUid.set(previous, row(previous));
  const before = row(uid);
  const state = news.kind === 'no-show' ? 'booked' : news.kind;
  byUid.set(uid, {
    ...before,
    previous: before.previous ?? previous ?? null,
    lead_id: before.lead_id ?? leadId,
    start_at: before.start_at ?? news.start ?? null,
    end_at: before.end_at ?? news.end ?? null,
    state: STATES[Math.max(STATES.indexOf(before.state), STATES.indexOf(state))] ?? state,
    no_show: news.kind === 'no-show' ? 1 : before.no_show,
  });
  if (next !== undefined) byUid.set(next, { ...row(next), previous: row(next).previous ?? uid });
  return [...byUid.values()];
}

/** The later one wins, whichever is told first. */
const STATES: readonly Row['state'][] = ['booked', 'moved', 'cancelled'];

const unknown = (uid: string): Row => ({
  ...{ uid, previous: null, booking_id: null, lead_id: null, start_at: null, end_at: null },
  ...{ state: 'booked', no_show: 0 },
});

/** How a call is at its provider, as far as it is known. */
export interface CallNow {
  /** `gone`: cancelled. `between`: the name that it goes on under is not known yet. */
  readonly kind: 'booked' | 'gone' | 'between';
  readonly start: Instant;
  readonly end: Instant;
  readonly isNoShow: boolean;
}

/** How the call with these names is now: as its last name is. */
export function callNow(rows: readonly Row[]): CallNow {
  const byUid = new Map(rows.map((row) => [row.uid, row]));
  const told = rows.filter((row) => row.start_at !== null || row.state !== 'booked');
  const passed = new Set<string>();
  for (const { previous } of told)
    for (let uid = previous; uid !== null && !passed.has(uid); uid = byUid.get(uid)?.previous ?? null)
      passed.add(uid);
  const last = told
    .filter(({ uid }) => !passed.has(uid))
    .toSorted((a, b) => (b.start_at ?? 0) - (a.start_at ?? 0))[0];
  if (last === undefined || last.state === 'moved') return { kind: 'between', ...NO_TIME };
  if (last.state === 'cancelled') return { kind: 'gone', ...NO_TIME };
  return {
    kind: 'booked',
    start: last.start_at ?? 0,
    end: last.end_at ?? 0,
    isNoShow: last.no_show === 1,
  };
}

const NO_TIME = { start: 0, end: 0, isNoShow: false };
