import { expect, test } from 'vitest';
import { FAKE } from '../../../tests/fakes/airtable.ts';
import { someLead } from '../../../tests/fakes/leads.ts';
import type { AirtableConfig } from '../../config/config.ts';
import { Secret } from '../../config/secrets.ts';
import { recordFormats } from './strategies.ts';

const lead = someLead({ name: 'Ada', email: 'ada@example.ch', userId: 'usr_1', url: 'https://a.ch/sales' });
const bare: AirtableConfig = {
  token: new Secret('t'),
  baseId: 'app1',
  table: 'Acquisition',
  apiUrl: 'https://api.airtable.com',
};
const full: AirtableConfig = { ...bare, tableId: FAKE.tableId, fieldIds: FAKE.fieldIds };
const names = {
  Name: 'Ada',
  Email: 'ada@example.ch',
  ID: 'usr_1',
  Status: 'Cold',
  URL: 'https://a.ch/sales',
};
const { Name, Email, ID, Status, URL } = names;

test('the four strategies write the lead in the specified order and under the specified keys', () => {
  const written = [...recordFormats(full)].map(([index, { table, fieldsOf }]) => ({
    index,
    table,
    fields: fieldsOf(lead),
  }));
  const ids = { fldName: Name, fldEmail: Email, fldID: ID, fldStatus: Status };
  expect(written).toEqual([
    {
      index: 0,
      table: FAKE.tableId,
      fields: { ...ids, fldURL: URL },
    },
    { index: 1, table: 'Acquisition', fields: names },
    {
      index: 2,
      table: 'Acquisition',
      fields: { ...ids, URL },
    },
    {
      index: 3,
      table: 'Acquisition',
      fields: { Name, Email, URL },
    },
  ]);
});

test('strategies that need identifiers are left out without them, and the others keep their index', () => {
  expect([...recordFormats(bare).keys()]).toEqual([1, 3]);
  expect([...recordFormats({ ...bare, tableId: FAKE.tableId }).keys()]).toEqual([1, 3]);
  expect([...recordFormats({ ...bare, fieldIds: FAKE.fieldIds }).keys()]).toEqual([1, 2, 3]);
});
