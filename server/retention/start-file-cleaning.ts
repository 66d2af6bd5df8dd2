import type { Logger } from 'pino';
import { office } from '#content/office.ts';
import { localText } from '#domain/wall-clock.ts';
import { type Loop, startLoop } from '../queue/loop.ts';
import type { DatabaseFiles } from '../store/database.ts';
import type { Clock } from '../system/clock.ts';

const HOUR_MS = 60 * 60_000;
/** The hour of the office's day in which the fewest visitors wait. */
const QUIET_HOUR = 3;

export interface FileCleaningDeps {
  readonly files: Omit<DatabaseFiles, 'lost'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'error'>;
}

/**
 * Rids the database's files every night of what was erased: of the log that a reader kept from being emptied, and once of
 * what versions before this one left in the file, where that was too large to be written anew at the start.
 */
export function startFileCleaning({ files, clock, log }: FileCleaningDeps): Pick<Loop, 'stop'> {
  async function round(): Promise<number> {
    const hour = Number(
      localText(office.timeZone, { hour: 'numeric', hourCycle: 'h23' }, clock.now(), 'en-GB'),
    );
    if (hour !== QUIET_HOUR) return HOUR_MS;
    try {
      if (await files.hasRemains()) {
        const began = clock.now();
        await files.rewrite();
        log.info({ ms: clock.now() - began }, REWRITTEN);
      }
      await files.emptyLog();
    } catch (error) {
      log.error({ err: error }, FAILED);
    }
    return HOUR_MS;
  }
  return startLoop(clock, round);
}

const REWRITTEN =
  'La base de données a été réécrite, une fois pour toutes : ses fichiers ne gardent plus rien des contacts effacés par une version antérieure.';
const FAILED =
  'Les fichiers de la base n’ont pas pu être débarrassés de ce que des versions antérieures y ont laissé de contacts effacés. ' +
  'Rien n’est perdu, un nouvel essai suit la nuit prochaine. Il faut autant de place libre que la base en occupe.';
