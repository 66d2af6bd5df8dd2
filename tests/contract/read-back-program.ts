import { loadConfig } from '#server/config/config.ts';
import { pacedSender } from '#server/destinations/airtable/paced-sender.ts';
import { recordReader } from '#server/destinations/airtable/read-records.ts';
import { startReadBack } from '#server/outbox/read-back/read-back.ts';
import { openAsItIs } from '../../cli/leads/operator-store.ts';
import { leapingClock } from '../fakes/clock.ts';

/*
 * Runs the nightly read-back of records in a separate process, which a test kills; exits once all records are read.
 * The environment names the database and the fake provider, as it does for the server.
 */
const config = loadConfig(process.env);
if (config.airtable === undefined) throw new Error('No provider is set');
const clock = leapingClock(Date.now());
const end = () => process.exit(0);
startReadBack({
  db: await openAsItIs(config),
  records: recordReader(config.airtable, pacedSender(config.airtable, clock, 60_000)),
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
});
