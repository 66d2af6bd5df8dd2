import { expect, test } from 'vitest';
import { FAKE } from '../../../tests/fakes/airtable.ts';
import { someLead } from '../../../tests/fakes/leads.ts';
import type { AirtableConfig } from '../../config/config.ts';
import { Secret } from '../../config/secrets.ts';
import { wordings } from './strategies.ts';

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
  const written = [...wordings(full)].map(([index, { table, identity, fieldsOf }]) => ({
    index,
    table,
    mergeOn: identity.own.mergeOn,
    common: identity.common.mergeOn.join(),
    fields: fieldsOf(lead),
  }));
  const ids = { fldName: Name, fldEmail: Email, fldID: ID, fldStatus: Status };
  expect(written).toEqual([
    {
      index: 0,
      table: FAKE.tableId,
      mergeOn: ['fldID', 'fldEmail'],
      common: 'fldEmail,fldURL',
      fields: { ...ids, fldURL: URL },
    },
    { index: 1, table: 'Acquisition', mergeOn: ['ID', 'Email'], common: 'Email,URL', fields: names },
    {
      index: 2,
      table: 'Acquisition',
      mergeOn: ['fldID', 'fldEmail'],
      common: 'fldEmail,URL',
      fields: { ...ids, URL },
    },
    {
      index: 3,
      table: 'Acquisition',
      mergeOn: ['Email', 'URL'],
      common: 'Email,URL',
      fields: { Name, Email, URL },
    },
  ]);
});

test('strategies that need identifiers are left out without them, and the others keep their index', () => {
  expect([...wordings(bare).keys()]).toEqual([1, 3]);
  expect([...wordings({ ...bare, tableId: FAKE.tableId }).keys()]).toEqual([1, 3]);
  expect([...wordings({ ...bare, fieldIds: FAKE.fieldIds }).keys()]).toEqual([1, 2, 3]);
});

test('two leads are one to an upsert exactly when the merged fields agree', () => {
  const [byId, minimal] = [...wordings(bare).values()];
  const sameVisitorElsewhere = { ...lead, url: 'https://a.ch/' };
  expect(byId?.identity.own.of(sameVisitorElsewhere)).toBe(byId?.identity.own.of(lead));
  expect(byId?.identity.common.of(sameVisitorElsewhere)).not.toBe(byId?.identity.common.of(lead));
  expect(minimal?.identity.own.of(sameVisitorElsewhere)).not.toBe(minimal?.identity.own.of(lead));
});
