import { alarms } from '#content/alarms.ts';
import type { Instant } from '#domain/instant.ts';
import type { DatabaseFiles } from '../store/database.ts';
import type { Log } from '../system/log.ts';
import { wordsOf } from './alarm-kinds.ts';
import type { AlarmDetail } from './watch-alarms.ts';

/** How long after a mail that was not accepted the next try follows. */
const RETRY_MS = 60_000;

export interface LostDatabaseDeps {
  readonly files: Pick<DatabaseFiles, 'lost'>;
  readonly log: Pick<Log, 'error' | 'info'>;
  readonly command?: { tell(alarm: AlarmDetail, cause: string | undefined): Promise<void> } | undefined;
  /** Sends a mail to the owner about the alarm; whether a mail server has taken it. */
  readonly mail: (alarm: AlarmDetail, cause: string | undefined) => Promise<boolean>;
}

/**
 * The alarm that no database can hold: it is told at once, past the tables in which the others and their mails wait.
 * @returns looks once, at the server's own time; whether the database is lost, so that nothing can be written
 */
export function lostDatabaseAlarm({ files, log, command, mail }: LostDatabaseDeps) {
  const alarm = 'database-lost' as const;
  let standing: { readonly since: Instant; readonly cause: string } | undefined;
  let owed: { readonly detail: AlarmDetail; readonly cause: string | undefined } | undefined;
  let notBefore = 0;

  async function tell(detail: AlarmDetail, cause: string | undefined): Promise<void> {
    owed = { detail, cause };
    notBefore = 0;
    // Not waited for: it may take half a minute.
    void command?.tell(detail, cause);
  }

  async function sendOwed(now: Instant): Promise<void> {
    if (owed === undefined || now < notBefore) return;
    const sending = owed;
    notBefore = now + RETRY_MS;
    const accepted = await mail(sending.detail, sending.cause).catch(() => false);
    if (accepted && owed === sending) owed = undefined;
  }

  return async (now: Instant): Promise<boolean> => {
    const lost = await files.lost();
    const cause = lost && wordsOf(lost);
    if (lost !== undefined && standing?.cause !== cause) {
      standing = { since: standing?.since ?? lost.since, cause: cause ?? '' };
      log.error({ alarm, cause }, alarms[alarm].log);
      await tell({ alarm, spell: 1, since: standing.since }, cause);
    } else if (lost === undefined && standing !== undefined) {
      log.info({ alarm }, 'Fin d’alerte.');
      await tell({ alarm, spell: 1, since: standing.since, until: now }, undefined);
      standing = undefined;
    }
    await sendOwed(now);
    return lost !== undefined;
  };
}
