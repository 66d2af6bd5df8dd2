import type { Lead } from '#domain/lead.ts';
import type { AirtableConfig } from '../../config/config.ts';
import {
  type Naming,
  PROVIDER_FIELDS,
  type ProviderField,
  SERVER_FIELDS,
  STORED_FIELDS,
} from '../../fields/lead-fields.ts';
import { usableStrategy } from '../destination.ts';

interface Strategy {
  /** How the table is named in the path. */
  readonly table: Naming;
  /** The fields sent, and how each is named. */
  readonly fields: Partial<Record<ProviderField, Naming>>;
}

/**
 * The ways to write a lead, in the order in which they are tried: how each names the table. The outbox stores an index
 * into this list, so a new one goes to its end; how each names the fields is in `SERVER_FIELDS`.
 */
export const STRATEGIES: readonly Strategy[] = (['id', 'name', 'name', 'name'] as const).map(
  (table, index) => ({ table, fields: namedBy(index) }),
);

/** Whether a strategy leaves out fields that others send. @param strategy index into STRATEGIES */
export function leavesFieldsOut(strategy: number): boolean {
  const sent = STRATEGIES[strategy]?.fields ?? {};
  return Object.keys(sent).length < PROVIDER_FIELDS.length;
}

/** One strategy with the settings filled in: everything a request needs but the lead. */
export interface RecordFormat {
  /** Table name or id, not yet encoded for a path. */
  readonly table: string;
  /** The record's `fields`, under the keys of this strategy; those that are blank in the lead are left out. */
  fieldsOf(lead: Lead): Record<string, string>;
}

/** The strategies that the settings allow, by their index; those that need identifiers nobody gave are left out. */
export function recordFormats(settings: AirtableConfig): ReadonlyMap<number, RecordFormat> {
  return new Map(
    STRATEGIES.flatMap((strategy, index) => {
      const format = formatOf(strategy, settings);
      return format ? [[index, format] as const] : [];
    }),
  );
}

export interface RecordPlace {
  /** Of base and table: no record is in two. */
  readonly name: string;
  /** Name or id, not yet encoded for a path. */
  readonly table: string;
}

/** Where the records of a strategy are; of one that the settings no longer allow, those of the next. */
export function recordPlaceOf(settings: AirtableConfig, strategy: number): RecordPlace {
  const allowed = recordFormats(settings);
  const table = allowed.get(usableStrategy([...allowed.keys()], strategy))?.table ?? settings.table;
  return { name: `${settings.baseId}/${table}`, table };
}

function formatOf(strategy: Strategy, settings: AirtableConfig): RecordFormat | undefined {
  const table = strategy.table === 'id' ? settings.tableId : settings.table;
  const named = STORED_FIELDS.flatMap((field) => {
    const { provider } = SERVER_FIELDS[field];
    const naming = strategy.fields[provider];
    return naming ? [[field, naming === 'id' ? settings.fieldIds?.[provider] : provider] as const] : [];
  });
  if (table === undefined || named.some(([, key]) => key === undefined)) return undefined;
  return {
    table,
    fieldsOf: (lead) =>
      Object.fromEntries(
        named.flatMap(([field, key]) => {
          const text: string | undefined = lead[field];
          return key === undefined || text === undefined ? [] : [[key, text]];
        }),
      ),
  };
}

function namedBy(strategy: number): Strategy['fields'] {
  return Object.fromEntries(
    STORED_FIELDS.flatMap((field) => {
      const { provider, named } = SERVER_FIELDS[field];
      const naming: Naming | null | undefined = named[strategy];
      return naming ? [[provider, naming]] : [];
    }),
  );
}
