import type { AirtableConfig } from '../../config/config.ts';
import { type Rejected, type Transient, usableStrategy } from '../destination.ts';
import { createPacer } from '../pacer.ts';
import type { AirtableOptions } from './airtable.ts';
import { notSent, pacedSender } from './send-paced.ts';
import { recordFormats, STRATEGIES } from './strategies.ts';

export type StatusReply<T> = { readonly kind: 'answered'; readonly answer: T } | Rejected | Transient;

/** The status of one record, by its id alone; at the pace that all servers share with the delivery. Never rejects. */
export interface RecordStatus {
  /** Whether a strategy writes a status at all, with these settings. @param strategy index into STRATEGIES */
  has(strategy: number): boolean;
  /** What the record says now; an empty text when it says nothing. */
  read(recordId: string, strategy: number, signal: AbortSignal): Promise<StatusReply<string>>;
  write(recordId: string, strategy: number, status: string, signal: AbortSignal): Promise<StatusReply<true>>;
}

/** Table and field are named as the strategy that made the record named them. */
export function recordStatus(
  settings: AirtableConfig,
  {
    clock,
    pace,
    permits,
    timeoutMs = 10_000,
  }: Pick<AirtableOptions, 'clock' | 'pace' | 'permits' | 'timeoutMs'>,
): RecordStatus {
  const allowed = [...recordFormats(settings).keys()];
  const pacer = createPacer({ clock, pace, permits, timeoutMs });
  const send = pacedSender(settings, { clock, pacer, timeoutMs });

  function placeOf(index: number) {
    const { table, fields } = STRATEGIES[usableStrategy(allowed, index)] ?? {};
    const naming = fields?.Status;
    const field = naming === 'id' ? settings.fieldIds?.Status : naming && 'Status';
    const named = table === 'id' ? settings.tableId : settings.table;
    return field === undefined || named === undefined
      ? undefined
      : { field, path: encodeURIComponent(named), byId: naming === 'id' };
  }

  const nowhere = notSent('Les réglages ne nomment plus le champ Status');
  return {
    has: (strategy) => placeOf(strategy) !== undefined,

    async read(recordId, strategy, signal) {
      const place = placeOf(strategy);
      if (place === undefined) return nowhere;
      const { field, path, byId } = place;
      // https://airtable.com/developers/web/api/get-record
      const query = byId ? '?returnFieldsByFieldId=true' : '';
      return send(
        {
          method: 'GET',
          path: `${path}/${encodeURIComponent(recordId)}${query}`,
          read(answer) {
            const { id, fields } = answer as { id: unknown; fields: Record<string, unknown> };
            if (id !== recordId) return undefined;
            const value = fields[field];
            // A status that is not a text was never ours.
            return value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
          },
        },
        { signal },
      );
    },

    async write(recordId, strategy, status, signal) {
      const place = placeOf(strategy);
      if (place === undefined) return nowhere;
      // https://airtable.com/developers/web/api/update-record; without typecast no option is ever added to the base.
      return send(
        {
          method: 'PATCH',
          path: `${place.path}/${encodeURIComponent(recordId)}`,
          body: { fields: { [place.field]: status } },
          read: (answer) => ((answer as { id: unknown }).id === recordId ? true : undefined),
        },
        { signal },
      );
    },
  };
}
