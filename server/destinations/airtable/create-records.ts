import type { Lead } from '#domain/lead.ts';
import type { ApiRequest } from './client.ts';
import type { RecordFormat } from './strategies.ts';

/**
 * Creates one record for each lead, all of them or none; the answer names the records in the order of the leads.
 * @see https://airtable.com/developers/web/api/create-records
 */
export function createRecords(
  { table, fieldsOf }: RecordFormat,
  leads: readonly Lead[],
): ApiRequest<string[]> {
  return {
    path: encodeURIComponent(table),
    body: { records: leads.map((lead) => ({ fields: fieldsOf(lead) })) },
    read(answer) {
      const ids = (answer as { records: { id: string }[] }).records.map(({ id }) => id);
      return ids.length === leads.length && ids.every((id) => typeof id === 'string') ? ids : undefined;
    },
  };
}
