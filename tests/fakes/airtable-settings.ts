import type { AirtableConfig } from '#server/config/config.ts';
import { Secret } from '#server/config/secrets.ts';
import { FAKE, type FakeAirtable } from './airtable.ts';

/** Settings that reach the fake, with every identifier given, so that all strategies are possible. */
export function settingsOf(fake: FakeAirtable): AirtableConfig {
  const { token, baseId, table, tableId, fieldIds } = FAKE;
  return { token: new Secret(token), baseId, table, tableId, fieldIds, apiUrl: fake.url };
}
