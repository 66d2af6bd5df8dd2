import type { AirtableConfig } from '#server/config/config.ts';
import { Secret } from '#server/config/secrets.ts';
import { FAKE, type FakeAirtable } from './airtable.ts';

/** Settings that reach the fake, with every identifier given, so that all strategies are possible. */
export function settingsOf(fake: Pick<FakeAirtable, 'url'>): AirtableConfig {
  const { token, baseId, table, tableId, fieldIds } = FAKE;
  return { token: new Secret(token), baseId, table, tableId, fieldIds, apiUrl: fake.url };
}

/** The same without identifiers: table and fields go by their names. */
export function settingsByName(fake: Pick<FakeAirtable, 'url'>): AirtableConfig {
  const { tableId: _, fieldIds: __, ...byName } = settingsOf(fake);
  return byName;
}

/** The same as environment variables, with what a server needs to deliver. */
export function airtableEnvironment({ url }: Pick<FakeAirtable, 'url'>) {
  return { AIRTABLE_API_URL: url, AIRTABLE_TOKEN: FAKE.token, AIRTABLE_BASE_ID: FAKE.baseId };
}
