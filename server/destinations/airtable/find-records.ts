import type { Lead } from '#domain/lead.ts';
import type { Clock } from '../../system/clock.ts';
import type { Limits } from '../destination.ts';
import type { ApiOutcome, ApiRequest } from './client.ts';
import { type FoundRecord, searchRecords } from './search-records.ts';

export interface SearchSending {
  readonly limits: Limits;
  /** Called just before the request leaves. */
  readonly leaving?: () => void;
  /** Whether requests of the same pass over the strategies went before it. */
  readonly continuing: boolean;
}

type Send = <T>(request: ApiRequest<T>, sending: SearchSending) => Promise<ApiOutcome<T>>;

/** How often a search is sent when its connection breaks at once. */
const SEARCHES = 3;
const AT_ONCE_MS = 3_000;

/** Reads all pages of a search; never rejects. */
export function recordFinder(send: Send, clock: Clock) {
  return async (
    table: string,
    leads: readonly Lead[],
    sending: SearchSending,
  ): Promise<ApiOutcome<readonly FoundRecord[]>> => {
    const found: FoundRecord[] = [];
    let offset: string | undefined;
    do {
      const reply = await searched(searchRecords(table, leads, offset), sending);
      if (reply.kind !== 'answered') return reply;
      found.push(...reply.answer.records);
      offset = reply.answer.offset;
    } while (offset !== undefined);
    return { kind: 'answered', answer: found };
  };

  /** Sends a search, which changes nothing at the provider, again when its connection breaks at once. */
  async function searched<T>(request: ApiRequest<T>, sending: SearchSending): Promise<ApiOutcome<T>> {
    for (let trial = 1; ; trial += 1) {
      const asked = clock.now();
      const reply = await send(request, sending);
      const broke = reply.kind === 'transient' && reply.unknown && clock.now() - asked < AT_ONCE_MS;
      if (!broke || trial === SEARCHES) return reply;
    }
  }
}
