import { randomBytes } from 'node:crypto';
import { availability } from '#content/availability.ts';
import { Secret } from '../config/secrets.ts';
import type { DeskDeps } from '../desk/deps.ts';
import { fillWithExample } from '../desk/example-rows.ts';
import { signedLinks } from '../messages/links.ts';
import type { Database } from '../store/database.ts';
import { migrate } from '../store/migrations/migrate.ts';
import { openSqlite } from '../store/sqlite/open.ts';
import type { Clock } from '../system/clock.ts';
import { bookingRules } from './start-bookings.ts';

/** The desk over made-up rows: in a database of their own, in memory, from which no mail and no lead leaves. */
export async function exampleDesk(deps: DeskDeps): Promise<DeskDeps> {
  const db = openSqlite(':memory:');
  const { clock, sender } = deps;
  const wake = () => {};
  const { times, bookings } = await makeExample(db, clock, sender);
  return {
    ...deps,
    ...{ db, wake, dataDir: '/exemple', publicUrl: '', now: clock.now },
    config: { ...deps.config, airtable: undefined, trustProxy: [] },
    bookings: { times, bookings, availability, booking: { way: 'own' } },
  };
}

/**
 * Brings an empty database to the newest version and fills it with the made-up rows.
 * @param sender address that the made-up mails come from
 * @returns what books calls in it
 */
export async function makeExample(db: Database, clock: Clock, sender: string) {
  await migrate(db);
  const wake = () => {};
  const own = { db, publicUrl: 'https://exemple.example', sender, wake, now: clock.now };
  const rules = bookingRules(own, { between: async () => [] });
  const links = signedLinks(new Secret(randomBytes(32).toString('base64url')));
  await fillWithExample({ db, clock, links, sender, webhook: false, wake }, rules.times);
  return rules;
}
