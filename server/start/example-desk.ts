import { randomBytes } from 'node:crypto';
import { availability } from '#content/availability.ts';
import { Secret } from '../config/secrets.ts';
import type { DeskDeps } from '../desk/deps.ts';
import { fillWithExample } from '../desk/example/example-rows.ts';
import { signedLinks } from '../messages/links.ts';
import { migrate } from '../store/migrations/migrate.ts';
import { openSqlite } from '../store/sqlite/open.ts';
import { bookingRules } from './start-bookings.ts';

/** The desk over made-up rows: in a database of their own, in memory, from which no mail and no lead leaves. */
export async function exampleDesk(deps: DeskDeps): Promise<DeskDeps> {
  const db = openSqlite(':memory:');
  await migrate(db);
  const { clock, sender } = deps;
  const wake = () => {};
  const nothing = { between: async () => [] };
  const site = 'https://exemple.example';
  const own = { db, publicUrl: site, sender, wake, now: clock.now };
  const { times, bookings } = bookingRules(own, nothing);
  const links = signedLinks(new Secret(randomBytes(32).toString('base64url')));
  await fillWithExample({ db, clock, links, sender, webhook: false, wake }, times);
  return {
    ...deps,
    ...{ db, wake, dataDir: '/exemple', publicUrl: '', now: clock.now },
    config: { ...deps.config, airtable: undefined, trustProxy: [] },
    bookings: { times, bookings, availability, booking: { way: 'own' } },
  };
}
