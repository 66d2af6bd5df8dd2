import { type LeadContent, leadContent } from '#domain/lead.ts';
import { COLUMNS, type LeadColumns, SERVER_FIELDS } from '../../fields/lead-fields.ts';
import { originIn } from '../../fields/origin-fields.ts';
import type { LeadRow } from '../schema.ts';
import type { StoredLead } from './lead-store.ts';

/** The lead in a row, which may have further columns. */
export function toLead(row: LeadRow): StoredLead {
  const { id, status, created_at: createdAt, first_email: firstEmail } = row;
  const content = leadContent((field) => row[SERVER_FIELDS[field].column]);
  return { id, ...content, ...originIn(row), status, createdAt, ...(firstEmail ? { firstEmail } : {}) };
}

/** The fields of a lead under their columns; empty texts for those that are blank. */
export function toColumns(content: LeadContent): LeadColumns {
  return Object.fromEntries(COLUMNS.map(([column, field]) => [column, content[field] ?? ''])) as LeadColumns;
}

/** The columns of a row that hold the fields of a lead. */
export function columnsIn(row: LeadColumns): LeadColumns {
  return Object.fromEntries(COLUMNS.map(([column]) => [column, row[column]])) as LeadColumns;
}
