import { loadConfig } from '#server/config/config.ts';
import { recordReader } from '#server/destinations/airtable/read-records.ts';
import { startReadBack } from '#server/outbox/read-back/read-back.ts';
import { openAsItIs } from '../../cli/leads/operator-store.ts';
import { leapingClock } from '../fakes/clock.ts';
import { paceOfOne } from '../fakes/pace.ts';
import { permitsOfOne } from '../fakes/permits.ts';

/*
 * Runs the nightly read-back of records in a separate process, which a test kills; exits once all records are read.
 * The environment names the database and the fake provider, as it does for the server.
 */
const config = loadConfig(process.env);
if (config.airtable === undefined) throw new Error('No provider is set');
const clock = leapingClock(Date.now());
const paced = { clock, pace: paceOfOne(clock.now), permits: permitsOfOne(clock.now), timeoutMs: 60_000 };
const end = () => process.exit(0);
startReadBack({
  db: await openAsItIs(config),
  records: recordReader(config.airtable, paced),
  clock,
  log: {
    info: end,
    warn: end,
    error: (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  },
  mend: async () => {},
  owner: `program ${process.pid}`,
  alone: config.databaseUrl === undefined,
});
