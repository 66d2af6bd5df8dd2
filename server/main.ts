import { randomBytes } from 'node:crypto';
import { buildApp } from './app.ts';
import { startBookings } from './bookings/start-bookings.ts';
import { systemClock } from './clock.ts';
import { closeAll, drain } from './close.ts';
import { type Config, loadConfig, readEnvironment } from './config/config.ts';
import type { Environment } from './config/env.ts';
import { StartRefused } from './config/start-refused.ts';
import { airtable } from './destinations/airtable/airtable.ts';
import { acceptedBudget } from './leads/accepted-budget.ts';
import { formProofs } from './leads/form-proof.ts';
import { listen } from './listen.ts';
import { signedLinks } from './messages/links.ts';
import { startTelling } from './messages/start.ts';
import { countedDestination } from './metrics/counted-destination.ts';
import { type Counts, startCounts } from './metrics/counts.ts';
import { startWorker, type Worker } from './outbox/worker.ts';
import { farewell } from './plugins/farewell.ts';
import { createLog, type Log } from './plugins/log.ts';
import { buildOps } from './routes/ops.ts';
import { readSite } from './routes/site-files.ts';
import type { Database } from './store/database.ts';
import { leadReader } from './store/lead-reader.ts';
import { leadWriter } from './store/lead-writer.ts';
import { openDatabase } from './store/open-database.ts';
import { operatorReader } from './store/operator-reader.ts';
import { sharedPace } from './store/pace.ts';
import { sharedPlaces } from './store/places.ts';
import { sharedSecret } from './store/shared-secret.ts';

export interface ServeOptions {
  /** Settings in the place of the process environment and `.env`. */
  readonly environment?: Environment;
  /** Folder of the built site. */
  readonly siteDir?: string;
  readonly log?: Log;
  /** What bookings hold for now, in milliseconds since the epoch; the system's clock when it is not given. */
  readonly now?: () => number;
}

export interface Server {
  /** Where visitors reach the site on this machine, with the port that was really taken. */
  readonly url: string;
  /** The operator's listener. */
  readonly opsUrl: string;
  /** Answers what is under way, then closes everything; resolves within 10 s. */
  stop(): Promise<void>;
}

/** Together with the worker's own grace of 2 s, within the 10 s a stop may take. */
const DRAIN_MS = 5_000;
const OPS_DRAIN_MS = 500;
const OPS_HOST = '127.0.0.1';

/**
 * Builds everything out of the settings and listens.
 * Throws StartRefused for what the operator can mend; what was opened by then is closed again.
 */
export async function serve(options: ServeOptions = {}): Promise<Server> {
  const { siteDir = 'dist', log = createLog() } = options;
  const config = loadConfig(options.environment ?? readEnvironment(process.env));
  for (const warning of config.warnings) log.warn(warning);

  const closers: (() => unknown)[] = [];
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= closeAll(closers, log);
    return stopped;
  };
  try {
    const db = await openDatabase(config, closers, log);
    const reader = leadReader(db);
    const writer = leadWriter(db);

    const proofKey = await sharedSecret(db, 'form-proof', () => randomBytes(32).toString('base64url'));

    const links = signedLinks(
      await sharedSecret(db, 'message-links', () => randomBytes(32).toString('base64url')),
    );

    const counts = startCounts();
    const worker = startDelivery(config, db, log, counts);
    if (worker !== undefined) closers.push(() => worker.stop());
    const telling = startTelling({ config, db, links, clock: systemClock, random: Math.random, log });
    closers.push(() => telling.stop());

    const ops = buildOps({
      log,
      reader,
      writer,
      counts,
      operatorReader: operatorReader(db),
      now: systemClock.now,
      delivering: worker !== undefined,
    });
    closers.push(() => drain(ops, OPS_DRAIN_MS));
    const opsUrl = await listen(ops, 'OPS_PORT', OPS_HOST, config.opsPort);

    const app = buildApp({
      log,
      counts,
      reader,
      writer,
      now: systemClock.now,
      random: Math.random,
      wake: () => {
        worker?.wake();
        telling.wake();
      },
      budget: acceptedBudget(config.leadsPerMinute, () => performance.now()),
      proofs: formProofs(proofKey, systemClock.now),
      publicUrl: config.publicUrl,
      hosts: config.hosts,
      trustProxy: config.trustProxy,
      site: readBuiltSite(siteDir),
      booked: startBookings({
        db,
        publicUrl: config.publicUrl,
        perMinute: config.leadsPerMinute,
        calendarUrl: config.ownerCalendarUrl,
        log,
        links,
        sender: config.mail.from.address,
        wake: telling.wake,
        now: options.now ?? systemClock.now,
      }),
      told: {
        db,
        links,
        sender: config.mail.from.address,
        now: systemClock.now,
        wake: telling.wake,
      },
    });
    const sayGoodbye = farewell(app);
    closers.push(() => sayGoodbye().then(() => drain(app, DRAIN_MS)));
    return { url: await listen(app, 'PORT', config.host, config.port), opsUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Serves until SIGTERM or SIGINT; prints one line with the address, or one line that says why it cannot start. */
export async function main(options: ServeOptions = {}): Promise<void> {
  try {
    const server = await serve(options);
    process.stdout.write(`Le site est ouvert : ${server.url}\n`);
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void server.stop());
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/** Sends leads on when Airtable is configured; otherwise they wait in the database. */
function startDelivery(config: Config, db: Database, log: Log, counts: Counts): Worker | undefined {
  if (config.airtable === undefined) return undefined;
  const clock = systemClock;
  const pace = sharedPace(db, 'airtable', clock.now);
  const places = sharedPlaces(db, 'airtable', clock.now);
  const destination = countedDestination(airtable(config.airtable, { clock, pace, places }), counts);
  const alone = config.databaseUrl === undefined;
  return startWorker({ db, destination, clock, random: Math.random, log, alone });
}

function readBuiltSite(dir: string) {
  try {
    return readSite(dir);
  } catch {
    throw new StartRefused(
      `Le site construit est introuvable dans « ${dir} ». Les contacts enregistrés sont intacts. ` +
        'Lancez npm start, qui construit le site avant de l’ouvrir.',
    );
  }
}

if (import.meta.main) await main();
