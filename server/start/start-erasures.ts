import type { Config } from '../config/config.ts';
import { recordEraser } from '../destinations/airtable/erase-records.ts';
import { type PacedSender, pacedSender } from '../destinations/airtable/paced-sender.ts';
import { eraseAtProvider } from '../leads/erasure/at-provider.ts';
import { removeErasedMails } from '../leads/erasure/erased-mails.ts';
import { removeOldExports } from '../leads/erasure/exports.ts';
import { forgetErasures, mirrorErasures } from '../leads/erasure/mirror.ts';
import { redoErasures } from '../leads/erasure/redo.ts';
import { type Loop, POLL_MS, startLoop } from '../queue/loop.ts';
import type { Database } from '../store/database.ts';
import type { Clock } from '../system/clock.ts';
import type { Log } from '../system/log.ts';

const HOUR_MS = 60 * 60_000;
/** Longer than a mail can be in a server's hand. */
const LATELY_MS = 5 * 60_000;

export interface ErasuresDeps {
  readonly config: Pick<Config, 'airtable' | 'dataDir'>;
  readonly db: Database;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
}

/**
 * What is done at the provider for erasures, where one is set.
 * @param paced what this process sends by; absent in a command, which has a pace of its own
 */
export function erasureAtProvider({ config, db, clock, random, log }: ErasuresDeps, paced?: PacedSender) {
  if (config.airtable === undefined) return undefined;
  const records = recordEraser(config.airtable, clock, paced ?? pacedSender(config.airtable, clock));
  const deps = { db, records, clock, random, log };
  return (signal: AbortSignal) => eraseAtProvider(deps, signal);
}

/** Does what erasures leave to do at the provider, whoever made them. */
export function startErasingAtProvider(deps: ErasuresDeps, paced: PacedSender): Loop {
  const stopping = new AbortController();
  const atProvider = erasureAtProvider(deps, paced);
  const loop = startLoop(deps.clock, async () => {
    try {
      return (await atProvider?.(stopping.signal)) ? 0 : POLL_MS;
    } catch (error) {
      deps.log.error({ err: error }, FAILED);
      return POLL_MS;
    }
  });
  return {
    wake: loop.wake,
    stop() {
      stopping.abort();
      return loop.stop();
    },
  };
}

/**
 * Finishes erasures on this server's own disk, whoever made them: deletes mails that are files and exports of before,
 * writes who was erased into the list beside the database, and makes again what a restore has undone. The list and what
 * it names are compared at the start and every hour.
 */
export function startErasures(deps: Omit<ErasuresDeps, 'random'>): Loop {
  const { db, clock, log, config } = deps;
  const { dataDir } = config;
  let compareAt = Number.NEGATIVE_INFINITY;
  let named = '';

  async function removeExports(): Promise<void> {
    const { deleted, left } = await removeOldExports(db, dataDir);
    if (deleted.length > 0) log.info({ exports: deleted }, EXPORTS_DELETED);
    if (left.length > 0 && left.join() !== named) log.warn({ exports: left }, EXPORTS_LEFT);
    named = left.join();
  }

  async function round(): Promise<number> {
    try {
      const now = clock.now();
      const isWhole = now >= compareAt;
      if (isWhole) {
        const { leads, bookings, records } = await redoErasures(db, dataDir, now);
        if (leads + bookings + records > 0) log.warn({ leads, bookings, records }, REDONE);
        await forgetErasures(db, now, log);
      }
      await removeErasedMails(db, dataDir, isWhole ? 0 : now - LATELY_MS);
      await mirrorErasures(db, dataDir, now, isWhole ? undefined : now - LATELY_MS);
      if (isWhole) compareAt = now + HOUR_MS;
      await removeExports().catch((error: unknown) => log.error({ err: error }, FAILED));
      return POLL_MS;
    } catch (error) {
      log.error({ err: error }, FAILED);
      return POLL_MS;
    }
  }

  return startLoop(clock, round);
}

const REDONE =
  'La base revient d’une sauvegarde : les personnes effacées depuis l’ont été de nouveau, et leurs fiches dans Airtable aussi.';
const EXPORTS_DELETED =
  'Des contacts ont été effacés : les exports de DATA_DIR/exports faits avant ont été supprimés. Refaites ceux qu’il vous faut.';
const EXPORTS_LEFT =
  'Des contacts ont été effacés ; ces exports faits avant les contiennent peut-être encore, et le site ne les supprime pas : supprimez-les.';
const FAILED =
  'La suite d’un effacement n’a pas pu être faite (fiches dans Airtable, e-mails déposés, exports, liste des effacements dans DATA_DIR). Ce qui est effacé de la base le reste, un nouvel essai suit dans quelques secondes. ' +
  'Si cette ligne revient, vérifiez que la base de données répond et que le compte qui fait tourner le site peut écrire dans DATA_DIR.';
