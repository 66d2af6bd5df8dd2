import { constants } from 'node:os';
import { StartRefused } from './config/start-refused.ts';
import { pausedWords } from './outbox/delivery.ts';
import { type ServeOptions, serve } from './serve.ts';
import { tellSystemd } from './start/listen-and-close.ts';
import { createLog } from './system/log.ts';

/** How long the process outlives its closing: a connection to a frozen database may never close by itself. */
const LEFT_OVER_MS = 500;
/**
 * A second signal within this time is the same request to stop: Ctrl-C and service managers signal every process of a
 * group, and npm start passes on the signal that it gets itself.
 */
const SAME_REQUEST_MS = 250;

/** Ends a server in order; SIGHUP is what a closed terminal sends. */
const STOPPING = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Serves until it is told to stop, and ends at once when told a second time; prints one line with the address, or one
 * line that says why it cannot start.
 */
export async function main(options: ServeOptions = {}): Promise<void> {
  const { log = createLog() } = options;
  try {
    const server = await serve({ ...options, log });
    if (server.pausedSince !== undefined) process.stdout.write(`${pausedWords(server.pausedSince)}\n`);
    process.stdout.write(`${server.opened}\n`);
    let asked: number | undefined;
    for (const signal of STOPPING) {
      process.on(signal, () => {
        const again = asked !== undefined && performance.now() - asked > SAME_REQUEST_MS;
        if (again) process.exit(128 + constants.signals[signal]);
        asked ??= performance.now();
        void server.stop().then(() => setTimeout(() => process.exit(), LEFT_OVER_MS).unref());
      });
    }
    tellSystemd(process.env, log);
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

if (import.meta.main) await main();
