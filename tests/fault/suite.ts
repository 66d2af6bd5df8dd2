import type { Row } from './harness/row.ts';
import { backup, backupPostgres } from './rows/backup.ts';
import { betweenSendAndMark } from './rows/between-send-and-mark.ts';
import { burst } from './rows/burst.ts';
import { callKills } from './rows/call-kills.ts';
import { clockJumps } from './rows/clock-jumps.ts';
import { correctedBesideLostAnswers, correctedBesideLostAnswersPostgres } from './rows/corrected.ts';
import { damagedStorage } from './rows/damaged-storage.ts';
import { exportsBesideErasures, exportsBesideErasuresPostgres } from './rows/exports-beside-erasures.ts';
import { fdatasync } from './rows/fdatasync.ts';
import { fourInstances, frozenWorker, killedWorker } from './rows/four-instances.ts';
import { fourReminders } from './rows/four-reminders.ts';
import { fullDisk } from './rows/full-disk.ts';
import { killNine } from './rows/kill-nine.ts';
import { killNinePostgres } from './rows/kill-nine-postgres.ts';
import { ownerCalendarFeeds } from './rows/owner-calendar.ts';
import { poisoned } from './rows/poisoned.ts';
import { postgresOutages } from './rows/postgres-outages.ts';
import { powerCut } from './rows/power-cut.ts';
import { providerFaults } from './rows/provider-faults.ts';
import { refusedByAll } from './rows/refused.ts';
import { removedDatabase } from './rows/removed-database.ts';
import { sameId } from './rows/same-id.ts';
import { sigterm } from './rows/sigterm.ts';
import { summerTime } from './rows/summer-time.ts';
import { tabs } from './rows/tabs.ts';
import { weather } from './rows/weather.ts';
import { webhooksBesideMoves, webhooksBesideMovesPostgres } from './rows/webhooks-beside-moves.ts';

/** Every fault, in the order of the table. */
export const suite: readonly Row[] = [
  killNine,
  killNinePostgres,
  betweenSendAndMark,
  correctedBesideLostAnswers,
  correctedBesideLostAnswersPostgres,
  powerCut,
  fdatasync,
  ...providerFaults,
  weather,
  refusedByAll,
  poisoned,
  sameId,
  clockJumps,
  fullDisk,
  damagedStorage,
  removedDatabase,
  tabs,
  fourInstances,
  killedWorker,
  frozenWorker,
  postgresOutages,
  sigterm,
  burst,
  backup,
  backupPostgres,
  callKills,
  summerTime,
  fourReminders,
  ownerCalendarFeeds,
  exportsBesideErasures,
  exportsBesideErasuresPostgres,
  webhooksBesideMoves,
  webhooksBesideMovesPostgres,
];
