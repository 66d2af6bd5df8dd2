import type { Config } from '../config/config.ts';
import { RETRY_MS } from '../queue/loop.ts';
import type { WorkLock } from '../store/postgres/work-lock.ts';
import type { Clock } from '../system/clock.ts';
import type { Log } from '../system/log.ts';
import type { Loops } from './start-loops.ts';

/** How often a server that does not work looks whether it is to. */
const LOOK_MS = 200;
/** How often the one that works says so. */
const BEAT_MS = 5_000;

export interface SharedWork {
  /** The loops, while this server works; undefined while another does. */
  loops(): Loops | undefined;
  stop(): Promise<void>;
}

export interface ShareWork {
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** Starts the loops. */
  begin(): Loops;
}

/** Of all servers on a database one works, and the others serve: an embedded database has only one. */
export async function shareWork(config: Pick<Config, 'databaseUrl'>, deps: ShareWork): Promise<SharedWork> {
  const { databaseUrl } = config;
  if (databaseUrl === undefined) {
    const loops = deps.begin();
    return { loops: () => loops, stop: () => loops.stop() };
  }
  const { openWorkLock } = await import('../store/postgres/work-lock.ts');
  return workInTurns(() => openWorkLock(databaseUrl), deps);
}

/**
 * Works while this server holds the lock. Once the lock may be lost nothing more is begun, and what has not left does not
 * leave any more: another server may have it by then. What has left is settled by whoever holds the row's lease.
 */
export function workInTurns(open: () => Promise<WorkLock>, { clock, log, begin }: ShareWork): SharedWork {
  const stopping = new AbortController();
  let loops: Loops | undefined;

  async function take(lock: WorkLock, over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      const answer = await lock.take();
      if (answer === 'taken') return;
      if (answer === 'ended') log.warn(ENDED);
      await clock.wait(LOOK_MS, over);
    }
  }

  /** Resolves once this server is stopped; rejects when the connection is lost. */
  async function turn(): Promise<void> {
    const lock = await open();
    const over = AbortSignal.any([stopping.signal, lock.lost]);
    try {
      await take(lock, over);
      if (!over.aborted) {
        loops = begin();
        log.info(BEGUN);
      }
      while (!over.aborted) {
        await clock.wait(BEAT_MS, over);
        if (!over.aborted) await lock.beat();
      }
      lock.lost.throwIfAborted();
    } finally {
      const ending = loops;
      loops = undefined;
      await ending?.stop(stopping.signal.aborted ? undefined : 0);
      await lock.close();
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await turn().catch((error: unknown) => {
        if (!stopping.signal.aborted) log.warn({ err: error }, LOST);
      });
      await clock.wait(RETRY_MS, stopping.signal);
    }
  }

  const running = run();
  return {
    loops: () => loops,
    stop() {
      stopping.abort();
      return running;
    },
  };
}

const BEGUN =
  'Ce serveur fait désormais le travail de fond de cette base : envois, e-mails, audits, rappels. Les autres servent les pages.';
const ENDED =
  'Le serveur qui faisait le travail de fond ne donne plus signe de vie depuis 30 secondes : sa connexion est fermée, un autre le remplace. ' +
  'Rien n’est perdu. Voyez pourquoi sa machine ou son processus est figé.';
const LOST =
  'La connexion qui donne à un serveur le travail de fond s’est rompue. Ce qui est enregistré est intact. Rien n’est à faire : ' +
  'ce serveur ou un autre le reprend dès que la base répond.';
