import { pino } from 'pino';
import { recordReader } from '#server/destinations/airtable/read-records.ts';
import { sharedPace } from '#server/destinations/pace.ts';
import { sharedPermits } from '#server/destinations/permits.ts';
import { readOn } from '#server/outbox/read-back/read-back.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { systemClock as clock } from '#server/system/clock.ts';
import { openGiven } from '../postgres/open-given.ts';
import { settingsByName } from './airtable-settings.ts';

// A server that does nothing but read records back, to be killed. Arguments: the database (its file or its address) and
// the fake provider's address.
const [database = '', url = ''] = process.argv.slice(2);
const db = database.startsWith('postgres') ? await openGiven(database) : openSqlite(database);
const shared = {
  pace: sharedPace(db, 'airtable', clock.now),
  permits: sharedPermits(db, 'airtable', clock.now),
};
const records = recordReader(settingsByName({ url }), { clock, ...shared });
const deps = { db, records, clock, log: pino({ enabled: false }), owner: 'killed', alone: false };
for (;;) await clock.wait(Math.min(10, await readOn(deps, new AbortController().signal)));
