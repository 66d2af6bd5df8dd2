import type { AirtableConfig } from '../../config/config.ts';
import { PROVIDER_FIELDS, type ProviderField } from '../../fields/lead-fields.ts';
import { type Rejected, type Transient, usableStrategy } from '../destination.ts';
import type { PacedSender } from './paced-sender.ts';
import { recordFormats, STRATEGIES } from './strategies.ts';

export type FieldsReply<T> = { readonly kind: 'answered'; readonly answer: T } | Rejected | Transient;

/** What fields say; an empty text: nothing. */
export type FieldTexts = { readonly [F in ProviderField]?: string };

/** The fields of one record, by its id alone; at the pace that the delivery keeps to as well. Never rejects. */
export interface RecordFields {
  /** Whether a strategy writes a field, with these settings. @param strategy index into STRATEGIES */
  has(strategy: number, field: ProviderField): boolean;
  read(
    recordId: string,
    strategy: number,
    signal: AbortSignal,
  ): Promise<FieldsReply<Readonly<Record<ProviderField, string>>>>;
  write(
    recordId: string,
    strategy: number,
    fields: FieldTexts,
    signal: AbortSignal,
  ): Promise<FieldsReply<true>>;
}

/**
 * Table and fields are named as the strategy that made the record named them; a field that it left out, by its name, or by
 * its identifier where the others are.
 */
export function recordFields(settings: AirtableConfig, { send }: Pick<PacedSender, 'send'>): RecordFields {
  const allowed = [...recordFormats(settings).keys()];

  function placeOf(index: number) {
    const { table, fields } = STRATEGIES[usableStrategy(allowed, index)] ?? { table: 'name', fields: {} };
    const byId = fields.Email === 'id';
    const nameOf = (field: ProviderField) => {
      const naming = fields[field] ?? (byId ? 'id' : 'name');
      return (naming === 'id' ? settings.fieldIds?.[field] : undefined) ?? field;
    };
    const named = (table === 'id' ? settings.tableId : undefined) ?? settings.table;
    // Whatever a strategy names by its name: an answer names all fields alike.
    const readAs = (field: ProviderField) => (byId ? settings.fieldIds?.[field] : undefined) ?? field;
    return { fields, nameOf, readAs, path: encodeURIComponent(named), byId };
  }

  return {
    has: (strategy, field) => placeOf(strategy).fields[field] !== undefined,

    async read(recordId, strategy, signal) {
      const { readAs, path, byId } = placeOf(strategy);
      // https://airtable.com/developers/web/api/get-record
      const query = byId ? '?returnFieldsByFieldId=true' : '';
      return send(
        {
          method: 'GET',
          path: `${path}/${encodeURIComponent(recordId)}${query}`,
          read(answer) {
            const { id, fields } = answer as { id: unknown; fields: Record<string, unknown> };
            if (id !== recordId) return undefined;
            const texts = PROVIDER_FIELDS.map((field) => [field, textOf(fields[readAs(field)])] as const);
            return Object.fromEntries(texts) as Record<ProviderField, string>;
          },
        },
        { signal },
      );
    },

    async write(recordId, strategy, fields, signal) {
      const { nameOf, path } = placeOf(strategy);
      const named = Object.entries(fields).map(([field, text]) => [nameOf(field as ProviderField), text]);
      // https://airtable.com/developers/web/api/update-record; without typecast no option is ever added to the base.
      return send(
        {
          method: 'PATCH',
          path: `${path}/${encodeURIComponent(recordId)}`,
          body: { fields: Object.fromEntries(named) },
          read: (answer) => ((answer as { id: unknown }).id === recordId ? true : undefined),
        },
        { signal },
      );
    },
  };
}

/** A value that is not a text was never ours. */
function textOf(value: unknown): string {
  return value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
}
