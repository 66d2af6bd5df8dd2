import type { Lead } from '#domain/lead.ts';
import { SERVER_FIELDS, STORED_FIELDS } from '../../fields/lead-fields.ts';
import type { ApiRequest } from './client.ts';

/** A record, with the fields that a search reads. */
export interface FoundRecord {
  readonly id: string;
  /** ISO 8601. */
  readonly createdTime: string;
  /** Under their names; a field without content is left out. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface Page {
  readonly records: readonly FoundRecord[];
  /** Where the next page begins; undefined: this was the last. */
  readonly offset: string | undefined;
}

const PAGE_SIZE = 100;

/**
 * Finds the records that have the e-mail of one of the leads; `mayBe` then compares the rest. By the e-mail alone,
 * since it is the one field that every strategy writes: a formula knows fields by name only
 * (https://support.airtable.com/docs/airtable-web-api-using-filterbyformula-or-sort-parameters),
 * and a field that the table lacks makes the whole formula invalid. By POST, so that no e-mail stands in a URL.
 * @see https://airtable.com/developers/web/api/list-records
 */
export function searchRecords(table: string, leads: readonly Lead[], offset?: string): ApiRequest<Page> {
  const emails = new Set(leads.map(({ email }) => email.toLowerCase()));
  const conditions = [...emails].map((email) => `LOWER({Email})=LOWER(${quoted(email)})`);
  return listRecords(table, `OR(${conditions.join(',')})`, { offset });
}

interface Listing {
  /** Where the page begins; undefined: at the first record. */
  readonly offset?: string | undefined;
  /** Names of the fields to read, each of which the table must have; undefined: all. */
  readonly fields?: readonly string[] | undefined;
}

/** One page of the records that a formula chooses. */
export function listRecords(table: string, formula: string, { offset, fields }: Listing): ApiRequest<Page> {
  return {
    path: `${encodeURIComponent(table)}/listRecords`,
    body: {
      filterByFormula: formula,
      pageSize: PAGE_SIZE,
      ...(offset !== undefined && { offset }),
      ...(fields !== undefined && { fields }),
    },
    read: pageIn,
  };
}

/** A string in a formula, quotes and backslashes escaped. */
export function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/**
 * Whether an attempt to deliver this lead may have made this record: by its session and e-mail, or, where the minimal
 * strategy has left no ID, by its page and e-mail. What a formula calls equal does not matter here.
 */
export function mayBe({ fields }: FoundRecord, { email, userId, url }: Lead): boolean {
  const id = textOf(fields.ID);
  if (textOf(fields.Email).toLowerCase() !== email.toLowerCase()) return false;
  return id === '' ? textOf(fields.URL) === url : id === userId;
}

/** Whether the record still says what the lead says, in the fields that every strategy writes. */
export function saysTheSame({ fields }: FoundRecord, lead: Lead): boolean {
  return ALWAYS_WRITTEN.every(
    (field) => textOf(fields[SERVER_FIELDS[field].provider]) === (lead[field] ?? ''),
  );
}

const ALWAYS_WRITTEN = STORED_FIELDS.filter((field) =>
  SERVER_FIELDS[field].named.every((naming) => naming !== null),
);

/** Names of the fields by which a record is known to say what was written, and the status, which changes. */
export const NIGHTLY_READ_NAMES = [...ALWAYS_WRITTEN, 'status' as const].map(
  (field) => SERVER_FIELDS[field].provider,
);

function pageIn(answer: unknown): Page | undefined {
  const { records, offset } = answer as { records: FoundRecord[]; offset?: unknown };
  const sound = records.every(
    ({ id, createdTime, fields }) =>
      typeof id === 'string' && typeof createdTime === 'string' && typeof fields === 'object' && fields,
  );
  return sound ? { records, offset: typeof offset === 'string' ? offset : undefined } : undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
