import type { Config } from '#server/config/config.ts';
import { erasureAtProvider } from '#server/start/start-erasures.ts';
import type { Database } from '#server/store/database.ts';
import { systemClock } from '#server/system/clock.ts';

/** How long the command waits for the provider, in milliseconds; what is owed then is the server's to do. */
const PATIENCE_MS = 8_000;

const SILENT = { info() {}, warn() {}, error() {} };

/** Does at once what erasures leave to do at the provider, unless leads are waiting, which go first. */
export async function eraseAtProviderNow(config: Config, db: Database): Promise<void> {
  const step = erasureAtProvider({ config, db, clock: systemClock, random: Math.random, log: SILENT });
  const signal = AbortSignal.timeout(PATIENCE_MS);
  while (step !== undefined && !signal.aborted && (await step(signal)));
}
