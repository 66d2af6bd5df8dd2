import type { AirtableConfig } from '../../config/config.ts';
import type { Clock } from '../../system/clock.ts';
import type { Rejected, Transient } from '../destination.ts';
import { plain } from './batches.ts';
import { isMissing } from './errors.ts';
import { recordFinder } from './find-records.ts';
import type { PacedSender } from './paced-sender.ts';
import { mayBe } from './search-records.ts';
import { recordFormats } from './strategies.ts';

/** What the record of an erased lead is found by. */
export interface SoughtRecord {
  readonly email: string;
  readonly userId: string;
  readonly url: string;
}

export type EraseReply<T> = { readonly kind: 'answered'; readonly answer: T } | Rejected | Transient;

/** `gone`: the provider has no record of that id. */
export type RecordEnd = 'deleted' | 'gone';

export interface FoundRecords {
  /** Those that an attempt to deliver the lead may have made. */
  readonly own: readonly string[];
  /** Those of another session or page: another lead's, a person's, or the lead's as a person has changed it. */
  readonly others: readonly string[];
}

/** Deletes records, at the pace that the delivery keeps to as well. Never rejects. */
export interface RecordEraser {
  /** Deletes up to 10 records in one request, all of them or none. */
  remove(recordIds: readonly string[], signal: AbortSignal): Promise<EraseReply<RecordEnd>>;
  /** The ids of the records that have the e-mail of such a lead. */
  find(sought: SoughtRecord, signal: AbortSignal): Promise<EraseReply<FoundRecords>>;
}

export function recordEraser(
  settings: AirtableConfig,
  clock: Clock,
  { send }: Pick<PacedSender, 'send'>,
): RecordEraser {
  const [format] = recordFormats(settings).values();
  const table = format?.table ?? settings.table;
  const recordsOf = recordFinder((request, { limits }) => send(request, limits), clock);

  /** Whether the provider has that record; undefined when it does not say. */
  async function isThere(recordId: string, signal: AbortSignal): Promise<boolean | undefined> {
    const path = `${encodeURIComponent(table)}/${encodeURIComponent(recordId)}`;
    const reply = await send(
      { method: 'GET', path, read: (answer) => Object(answer).id === recordId },
      { signal },
    );
    if (reply.kind === 'answered') return true;
    return reply.kind === 'rejected' && isMissing(reply) ? false : undefined;
  }

  return {
    async remove(recordIds, signal) {
      const query = recordIds.map((id) => `records[]=${encodeURIComponent(id)}`).join('&');
      const reply = await send(
        {
          method: 'DELETE',
          path: `${encodeURIComponent(table)}?${query}`,
          // https://airtable.com/developers/web/api/delete-multiple-records
          read(answer): RecordEnd | undefined {
            const { records } = answer as { records: { id: unknown; deleted: unknown }[] };
            const deleted = records.filter((one) => one.deleted === true).map(({ id }) => id);
            return recordIds.every((id) => deleted.includes(id)) ? 'deleted' : undefined;
          },
        },
        { signal },
      );
      if (reply.kind === 'transient') return plain(reply);
      if (reply.kind === 'answered' || recordIds.length > 1) return reply;
      // A right that is missing and a record that is may be answered alike: 403, or 422.
      const [only = ''] = recordIds;
      const gone = isMissing(reply) || (mayBeMissing(reply) && (await isThere(only, signal)) === false);
      return gone ? { kind: 'answered', answer: 'gone' } : reply;
    },

    async find(sought, signal) {
      const lead = { ...sought, id: '', name: '', status: 'Cold' as const };
      const limits = { signal, until: Number.POSITIVE_INFINITY };
      const reply = await recordsOf(table, [lead], { limits, continuing: false });
      if (reply.kind === 'transient') return plain(reply);
      if (reply.kind === 'rejected') return reply;
      const { own = [], others = [] } = Object.groupBy(reply.answer, (record) =>
        mayBe(record, lead) ? 'own' : 'others',
      );
      const idsOf = (records: typeof own) => records.map(({ id }) => id);
      return { kind: 'answered', answer: { own: idsOf(own), others: idsOf(others) } };
    },
  };
}

function mayBeMissing({ rejection: { status } }: Rejected): boolean {
  return status === 403 || status === 422;
}
