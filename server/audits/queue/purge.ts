import type { AuditStore } from '../../store/audits/audit-store.ts';
import type { Clock } from '../../system/clock.ts';
import type { Log } from '../../system/log.ts';
import { BREATH_MS, type Rounds, startRounds } from '../../worker/loop.ts';

const EVERY_MS = 60 * 60_000;
/** So few that no visitor notices. */
const BATCH = 20;

/** Takes away, every hour, reports that have expired, with their pictures. */
export function startPurge(store: AuditStore, clock: Clock, log: Pick<Log, 'warn'>): Rounds {
  return startRounds(clock, async () => {
    try {
      return (await store.purge(clock.now(), BATCH)) ? BREATH_MS : EVERY_MS;
    } catch (error) {
      log.warn(
        { err: error },
        'Les rapports d’audit expirés n’ont pas pu être effacés. Personne ne peut plus les ouvrir, un nouvel essai suit dans une heure.',
      );
      return EVERY_MS;
    }
  });
}
