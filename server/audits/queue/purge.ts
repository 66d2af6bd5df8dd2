import { type Loop, startLoop } from '../../queue/loop.ts';
import type { Clock } from '../../system/clock.ts';
import type { Log } from '../../system/log.ts';
import type { AuditStore } from '../store/audit-store.ts';

const EVERY_MS = 60 * 60_000;
/** Between two batches. */
const BETWEEN_MS = 100;
/** So few that no visitor notices. */
const BATCH = 20;

/** Takes away, every hour, reports that have expired, with their pictures. */
export function startPurge(store: AuditStore, clock: Clock, log: Pick<Log, 'warn'>): Loop {
  return startLoop(clock, async () => {
    try {
      return (await store.purge(clock.now(), BATCH)) ? BETWEEN_MS : EVERY_MS;
    } catch (error) {
      log.warn(
        { err: error },
        'Les rapports d’audit expirés n’ont pas pu être effacés. Personne ne peut plus les ouvrir, un nouvel essai suit dans une heure.',
      );
      return EVERY_MS;
    }
  });
}
