import type { Kysely } from 'kysely';
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration';
import { StartRefused } from '../../config/start-refused.ts';
import type { Schema } from '../schema.ts';
import { createLeadsAndOutbox } from './001-leads-and-outbox.ts';
import { createHeldAndShared } from './002-held-leads-and-shared-state.ts';
import { createPlaces } from './003-places.ts';
import { createSmallQueue } from './004-small-queue.ts';
import { createRecordOwnership } from './005-records.ts';
import { createEventsAndMessages } from './006-events-and-messages.ts';
import { createBookings } from './007-bookings.ts';
import { createFloodAndPause } from './008-flood-and-pause.ts';
import { createAlarmsAndStatus } from './009-alarms-and-status.ts';
import { createAudits } from './010-audits.ts';
import { tieMessagesToBookings } from './011-messages-of-bookings.ts';
import { addAuditAskers } from './012-audit-askers.ts';
import { keepMessagesLive } from './013-live-messages.ts';
import { holdBookings } from './014-held-bookings.ts';
import { shareVisitsAndLimitMails } from './015-shared-visits-and-mail-limits.ts';
import { allowCorrections } from './016-corrected-numbers.ts';
import { addOutcomes } from './017-outcomes-of-calls.ts';
import { countVisits } from './018-counted-visits.ts';
import { blockHours } from './019-blocked-hours.ts';
import { takeProviderCalls } from './020-calls-at-providers.ts';
import { addReadBack } from './021-read-back.ts';
import { createErasures } from './022-erasures.ts';
import { dropDestination } from './023-one-destination.ts';
import { keepSentContent } from './024-sent-content.ts';
import { mendCalls } from './025-names-of-calls.ts';
import { cleanAddresses } from './026-cleaned-addresses.ts';
import { keepFreeDays } from './028-free-days.ts';
import { markFoundByName } from './029-calls-found-by-name.ts';

/** In order; a migration that has been released is never edited, a new one follows it. */
export const migrations: Record<string, Migration> = {
  '001-leads-and-outbox': { up: createLeadsAndOutbox },
  '002-held-leads-and-shared-state': { up: createHeldAndShared },
  '003-places': { up: createPlaces },
  '004-small-queue': { up: createSmallQueue },
  '005-records': { up: createRecordOwnership },
  '006-events-and-messages': { up: createEventsAndMessages },
  '007-bookings': { up: createBookings },
  '008-flood-and-pause': { up: createFloodAndPause },
  '009-alarms-and-status': { up: createAlarmsAndStatus },
  '010-audits': { up: createAudits },
  '011-messages-of-bookings': { up: tieMessagesToBookings },
  '012-audit-askers': { up: addAuditAskers },
  '013-live-messages': { up: keepMessagesLive },
  '014-held-bookings': { up: holdBookings },
  '015-shared-visits-and-mail-limits': { up: shareVisitsAndLimitMails },
  '016-corrected-numbers': { up: allowCorrections },
  '017-outcomes-of-calls': { up: addOutcomes },
  '018-counted-visits': { up: countVisits },
  '019-blocked-hours': { up: blockHours },
  '020-calls-at-providers': { up: takeProviderCalls },
  '021-read-back': { up: addReadBack },
  '022-erasures': { up: createErasures },
  '023-one-destination': { up: dropDestination },
  '024-sent-content': { up: keepSentContent },
  '025-names-of-calls': { up: mendCalls },
  '026-cleaned-addresses': { up: cleanAddresses },
  '028-free-days': { up: keepFreeDays },
  '029-calls-found-by-name': { up: markFoundByName },
};

/**
 * Brings the database to the newest version, wholly or not at all; does nothing when it is there already.
 * Throws StartRefused when a migration failed (it was rolled back) or when the database is newer than this program.
 */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  let { error } = await toLatest(migrator);
  // On PostgreSQL, making the table of migrations "if not exists" can meet another server that is just making it.
  if (isDuplicate(error)) ({ error } = await toLatest(migrator));
  if (error === undefined) return;
  const reason = error instanceof Error ? error.message : String(error);
  throw new StartRefused(
    `La base de données n’a pas pu être mise à jour (${reason}). Les contacts déjà reçus y sont intacts. ` +
      'Vérifiez l’espace disque et que cette version du programme n’est pas plus ancienne que la base, puis relancez.',
  );
}

/**
 * Runs all pending migrations in one transaction, and opens none when no migration is pending. SQLite allows one writer
 * at a time: a transaction here would make an operator's command wait for a running server, for nothing.
 */
async function toLatest(migrator: Migrator): Promise<MigrationResultSet> {
  const known = await migrator.getMigrations();
  return migrator.migrateToLatest({
    disableTransactions: known.every(({ executedAt }) => executedAt !== undefined),
  });
}

/** SQLSTATE unique_violation (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
function isDuplicate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
