import type { Lead } from '#domain/lead.ts';
import type { AirtableConfig } from '../../config/config.ts';
import type { FieldIds } from '../../config/setting-types.ts';

type FieldName = keyof FieldIds;
type Naming = 'id' | 'name';

interface Strategy {
  /** How the table is named in the path. */
  readonly table: Naming;
  /** The fields sent, and how each is named. */
  readonly fields: Partial<Record<FieldName, Naming>>;
}

/** The ways to write a lead, in the order in which they are tried. The outbox stores an index into this list. */
export const STRATEGIES: readonly Strategy[] = [
  { table: 'id', fields: { Name: 'id', Email: 'id', ID: 'id', Status: 'id', URL: 'id' } },
  { table: 'name', fields: { Name: 'name', Email: 'name', ID: 'name', Status: 'name', URL: 'name' } },
  { table: 'name', fields: { Name: 'id', Email: 'id', ID: 'id', Status: 'id', URL: 'name' } },
  { table: 'name', fields: { Name: 'name', Email: 'name', URL: 'name' } },
];

/** The fullest strategy whose table and fields are named as the minimal one names them; every setting allows it. */
export const FULL_BY_NAME = 1;

/** Whether a strategy leaves out fields that others send. @param strategy index into STRATEGIES */
export function leavesFieldsOut(strategy: number): boolean {
  const sent = STRATEGIES[strategy]?.fields ?? {};
  return Object.keys(sent).length < Object.keys(VALUES).length;
}

const VALUES: Record<FieldName, (lead: Lead) => string> = {
  Name: (lead) => lead.name,
  Email: (lead) => lead.email,
  ID: (lead) => lead.userId,
  Status: (lead) => lead.status,
  URL: (lead) => lead.url,
};

/** One strategy with the settings filled in: everything a request needs but the lead. */
export interface RecordFormat {
  /** Table name or id, not yet encoded for a path. */
  readonly table: string;
  /** The record's `fields`, under the keys of this strategy. */
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

function formatOf(strategy: Strategy, settings: AirtableConfig): RecordFormat | undefined {
  const table = strategy.table === 'id' ? settings.tableId : settings.table;
  const named = Object.entries(strategy.fields) as [FieldName, Naming][];
  const keys = new Map(
    named.map(([field, naming]) => [field, naming === 'id' ? settings.fieldIds?.[field] : field]),
  );
  if (table === undefined || [...keys.values()].includes(undefined)) return undefined;
  return {
    table,
    fieldsOf: (lead) =>
      Object.fromEntries(named.map(([field]) => [keys.get(field) ?? field, VALUES[field](lead)])),
  };
}
