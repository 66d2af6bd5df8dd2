import { recordReader } from '#server/destinations/airtable/read-records.ts';
import { startReadBack } from '#server/outbox/read-back/read-back.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { settingsByName } from '../fakes/airtable-settings.ts';
import { leapingClock } from '../fakes/clock.ts';
import { paceOfOne } from '../fakes/pace.ts';
import { permitsOfOne } from '../fakes/permits.ts';
import { openGiven } from '../postgres/open-given.ts';

/*
 * Reads records back in a process of its own, for a test that kills it; ends once all are read.
 * Arguments: a database file or a PostgreSQL url, and the address of the fake provider.
 */
const [place = '', url = ''] = process.argv.slice(2);
const isShared = place.startsWith('postgres');
const clock = leapingClock(Date.now());
const paced = { clock, pace: paceOfOne(clock.now), permits: permitsOfOne(clock.now), timeoutMs: 60_000 };
const end = () => process.exit(0);
startReadBack({
  db: isShared ? openGiven(place) : openSqlite(place),
  records: recordReader(settingsByName({ url }), paced),
  clock,
  log: {
    info: end,
    warn: end,
    error: (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  },
  owner: `program ${process.pid}`,
  alone: !isShared,
});
