import type { AirtableConfig } from '../../config/config.ts';
import type { ApiOutcome } from './client.ts';
import type { PacedSender } from './paced-sender.ts';
import { type FoundRecord, listRecords, NIGHTLY_READ_NAMES, type Page, quoted } from './search-records.ts';
import { type RecordPlace, recordPlaceOf } from './strategies.ts';

/** As many as one page of a list holds. */
export const MOST_AT_ONCE = 100;

/** Reads records by their ids alone, at the pace that the delivery keeps to as well. Never rejects. */
export interface RecordReader {
  /** Where a strategy's records are. @param strategy index into STRATEGIES */
  placeOf(strategy: number): RecordPlace;
  /**
   * The records of these ids that are in the table, by their ids; an id that is missing has none there.
   * @param ids `MOST_AT_ONCE` at most
   */
  read(
    place: RecordPlace,
    ids: readonly string[],
    signal: AbortSignal,
  ): Promise<ApiOutcome<ReadonlyMap<string, FoundRecord>>>;
}

/**
 * Lists a page of records by a formula over their ids, with the fields that every strategy writes, and the status: one
 * request for a hundred. By POST, since a URL holds no more than 16,000 characters
 * (https://support.airtable.com/docs/enforcement-of-url-length-limit-for-web-api-requests).
 */
export function recordReader(settings: AirtableConfig, { send }: Pick<PacedSender, 'send'>): RecordReader {
  /** Undefined, and so all fields, once the table was found to lack one: whether a record is there matters more. */
  let fields: readonly string[] | undefined = NIGHTLY_READ_NAMES;

  async function page(
    table: string,
    ids: readonly string[],
    offset: string | undefined,
    signal: AbortSignal,
  ) {
    const asked = new Set(ids);
    const formula = `OR(${ids.map((id) => `RECORD_ID()=${quoted(id)}`).join(',')})`;
    const list = listRecords(table, formula, { offset, fields });
    const request = {
      ...list,
      // An answer with other records has not heeded the formula: it says nothing of those that it lacks.
      read(answer: unknown): Page | undefined {
        const read = list.read(answer);
        return read?.records.every(({ id }) => asked.has(id)) ? read : undefined;
      },
    };
    return send(request, { signal });
  }

  return {
    placeOf: (strategy) => recordPlaceOf(settings, strategy),

    async read({ table }, ids, signal) {
      const found = new Map<string, FoundRecord>();
      let offset: string | undefined;
      for (;;) {
        const reply = await page(table, ids, offset, signal);
        if (reply.kind === 'rejected' && reply.rejection.type === 'UNKNOWN_FIELD_NAME' && fields) {
          fields = undefined;
          continue;
        }
        if (reply.kind !== 'answered') return reply;
        for (const record of reply.answer.records) found.set(record.id, record);
        offset = reply.answer.offset;
        if (offset === undefined) return { kind: 'answered', answer: found };
      }
    },
  };
}
