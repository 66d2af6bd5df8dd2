import type { Lead } from '#domain/lead.ts';
import { FIELD_NAMES, type LeadField } from '#domain/lead-fields.ts';

/** How a strategy names a field, or the table, to the provider. */
export type Naming = 'id' | 'name';

/** How each of the strategies (`destinations/airtable/strategies.ts`), in their order, names a field; `null`: it leaves it out. */
type Named = readonly [Naming | null, Naming | null, Naming | null, Naming | null];

interface ServerField {
  /** In the table `leads`. */
  readonly column: string;
  /** The field's name in the provider's table. */
  readonly provider: string;
  readonly named: Named;
  /** Whether whatever a visitor wants can be in it: then links and markup in it are a sign of spam. */
  readonly isFree: boolean;
  /** Whether it may reach no log. */
  readonly isPersonal: boolean;
  /** Whether the owner's webhook gets it. */
  readonly isTold: boolean;
  /** A text that the rule accepts. */
  readonly example: string;
}

/** What the server makes of each field of a lead, and of its status, in the order of a record's fields. */
export const SERVER_FIELDS = {
  name: {
    column: 'name',
    provider: 'Name',
    named: ['id', 'name', 'id', 'name'],
    isFree: true,
    isPersonal: true,
    isTold: true,
    example: 'Zoé Müller',
  },
  email: {
    column: 'email',
    provider: 'Email',
    named: ['id', 'name', 'id', 'name'],
    isFree: false,
    isPersonal: true,
    isTold: true,
    example: 'zoe@example.org',
  },
  userId: {
    column: 'user_id',
    provider: 'ID',
    named: ['id', 'name', 'id', null],
    isFree: false,
    isPersonal: true,
    isTold: false,
    example: 'usr_essai',
  },
  status: {
    column: 'status',
    provider: 'Status',
    named: ['id', 'name', 'id', null],
    isFree: false,
    isPersonal: false,
    isTold: true,
    example: 'Cold',
  },
  url: {
    column: 'url',
    provider: 'URL',
    named: ['id', 'name', 'name', 'name'],
    isFree: false,
    isPersonal: true,
    isTold: true,
    example: 'http://localhost/sales',
  },
} as const satisfies Readonly<Record<LeadField | 'status', ServerField>>;

export type StoredField = keyof typeof SERVER_FIELDS;

/** The columns of the table `leads` that hold a lead's fields. */
export type LeadColumns = { [F in LeadField as (typeof SERVER_FIELDS)[F]['column']]: string };

/** The names of the fields in the provider's table. */
export type ProviderField = (typeof SERVER_FIELDS)[StoredField]['provider'];

/** The fields that have a place in the provider's table, in its order. */
export const STORED_FIELDS = Object.keys(SERVER_FIELDS) as readonly StoredField[];

export const PROVIDER_FIELDS: readonly ProviderField[] = STORED_FIELDS.map(
  (field) => SERVER_FIELDS[field].provider,
);

/** What is looked for in a text that a visitor writes freely. */
export const FREE_FIELDS = FIELD_NAMES.filter((field) => SERVER_FIELDS[field].isFree);

/** What the owner's webhook gets, its status apart. */
export const TOLD_FIELDS = FIELD_NAMES.filter((field) => SERVER_FIELDS[field].isTold);

/** The names under which a personal field may appear: its own, and its column's. */
export const PERSONAL_NAMES: readonly string[] = FIELD_NAMES.filter(
  (field) => SERVER_FIELDS[field].isPersonal,
).flatMap((field) => [field, SERVER_FIELDS[field].column]);

/** The columns of the table `leads`, each with its field. */
export const COLUMNS: readonly (readonly [keyof LeadColumns, LeadField])[] = FIELD_NAMES.map((field) => [
  SERVER_FIELDS[field].column,
  field,
]);

/** A lead with every field filled in. @param overrides what it is to have instead */
export function exampleLead(overrides: Partial<Lead> = {}): Lead {
  const fields = Object.fromEntries(STORED_FIELDS.map((field) => [field, SERVER_FIELDS[field].example]));
  return { id: crypto.randomUUID(), ...(fields as Omit<Lead, 'id'>), ...overrides };
}
