import { randomBytes } from 'node:crypto';
import { constants } from 'node:os';
import { buildApp } from './app.ts';
import { type Config, loadConfig, readEnvironment } from './config/config.ts';
import { exposedWarning } from './config/data-dir.ts';
import type { Environment } from './config/env.ts';
import { StartRefused } from './config/start-refused.ts';
import { airtable } from './destinations/airtable/airtable.ts';
import { farewell } from './http/hooks/announce-closing.ts';
import { formProofs } from './leads/form-proof.ts';
import { acceptedBudget } from './leads/rate-limit.ts';
import { signedLinks } from './messages/links.ts';
import { countedDestination } from './metrics/counted-destination.ts';
import { type Counts, startCounts } from './metrics/counts.ts';
import { buildOps } from './ops.ts';
import { deliveryBy, type RunningDelivery } from './outbox/running-delivery.ts';
import { startWorker } from './outbox/worker.ts';
import { readHouse } from './pages/house-page.ts';
import { readSite } from './routes/site/site-files.ts';
import { closeAll, closeTogether, drain } from './start/close.ts';
import { listen } from './start/listen.ts';
import { openDatabase } from './start/open-database.ts';
import { startBookings } from './start/start-bookings.ts';
import { startTelling } from './start/start-messages.ts';
import { tellSystemd } from './start/systemd.ts';
import type { Database } from './store/database.ts';
import { leadReader } from './store/leads/lead-reader.ts';
import { leadWriter } from './store/leads/lead-writer.ts';
import { sharedPace } from './store/provider-rate/pace.ts';
import { sharedPlaces } from './store/provider-rate/places.ts';
import { sharedSecret } from './store/shared-secret.ts';
import { systemClock } from './system/clock.ts';
import { createLog, type Log } from './system/log.ts';

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

/** Visitors, the operator and the outbox are let go side by side, each within 5 s or so; then the database. */
const DRAIN_MS = 5_000;
const OPS_DRAIN_MS = 500;
/** What is still open when everything was closed (a frozen database's connections) does not keep the process. */
const LEFT_OVER_MS = 500;
/** Ctrl-C and service managers tell every process of a group, and npm start passes on what it hears: one wish, twice. */
const SAME_WISH_MS = 250;
const OPS_HOST = '127.0.0.1';

/**
 * Builds everything out of the settings and listens.
 * Throws StartRefused for what the operator can mend; what was opened by then is closed again.
 */
export async function serve(options: ServeOptions = {}): Promise<Server> {
  const { siteDir = 'dist', log = createLog() } = options;
  const config = loadConfig(options.environment ?? readEnvironment(process.env));
  const warnings = new Set<string>();
  const warn = (line: string) => {
    if (!warnings.has(line)) log.warn(line);
    warnings.add(line);
  };
  for (const { text } of config.warnings) warn(text);

  const closers: (() => unknown)[] = [];
  const atWork: (() => unknown)[] = [];
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= closeAll(closers, log);
    return stopped;
  };
  try {
    const db = await openDatabase(config, closers, log);
    closers.push(() => closeTogether(atWork, log));
    if (config.databaseUrl === undefined) for (const { text } of exposedWarning(config.dataDir)) warn(text);
    const reader = leadReader(db);
    const writer = leadWriter(db);

    const newKey = () => randomBytes(32).toString('base64url');
    const proofKey = await sharedSecret(db, 'form-proof', newKey);
    const formKey = await sharedSecret(db, 'form-id', newKey);

    const links = signedLinks(
      await sharedSecret(db, 'message-links', () => randomBytes(32).toString('base64url')),
    );

    const counts = startCounts();
    const delivery = startDelivery(config, db, log, counts);
    if (delivery !== undefined) atWork.push(() => delivery.stop());
    const telling = startTelling({ config, db, links, clock: systemClock, random: Math.random, log });
    atWork.push(() => telling.stop());

    const ops = buildOps({
      log,
      db,
      writer,
      counts,
      delivery,
      now: systemClock.now,
      warnings: () => [...warnings],
    });
    atWork.push(() => drain(ops, OPS_DRAIN_MS));
    const opsUrl = await listen(ops, 'OPS_PORT', OPS_HOST, config.opsPort);

    const app = buildApp({
      log,
      counts,
      reader,
      writer,
      now: systemClock.now,
      random: Math.random,
      wake: () => {
        delivery?.wake();
        telling.wake();
      },
      budget: acceptedBudget(config.leadsPerMinute, () => performance.now()),
      proofs: formProofs(proofKey, systemClock.now),
      formKey,
      links,
      publicUrl: config.publicUrl,
      hosts: config.hosts,
      trustProxy: config.trustProxy,
      warn,
      site: readBuiltSite(siteDir),
      house: readHouse(siteDir),
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
    atWork.push(() => sayGoodbye().then(() => drain(app, DRAIN_MS)));
    return { url: await listen(app, 'PORT', config.host, config.port), opsUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Ends a server in order; SIGHUP is what a closed terminal sends. */
const STOPPING = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Serves until it is told to stop, and ends at once when told a second time; prints one line with the address, or one
 * line that says why it cannot start.
 */
export async function main(options: ServeOptions = {}): Promise<void> {
  try {
    const { log = createLog() } = options;
    const server = await serve({ ...options, log });
    process.stdout.write(`Le site est ouvert : ${server.url}\n`);
    let asked: number | undefined;
    for (const signal of STOPPING) {
      process.on(signal, () => {
        const again = asked !== undefined && performance.now() - asked > SAME_WISH_MS;
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

/** Sends leads on when Airtable is configured; otherwise they wait in the database. */
function startDelivery(config: Config, db: Database, log: Log, counts: Counts): RunningDelivery | undefined {
  if (config.airtable === undefined) return undefined;
  const clock = systemClock;
  const pace = sharedPace(db, 'airtable', clock.now);
  const places = sharedPlaces(db, 'airtable', clock.now);
  const destination = countedDestination(airtable(config.airtable, { clock, pace, places }), counts);
  const alone = config.databaseUrl === undefined;
  const worker = startWorker({ db, destination, clock, random: Math.random, log, alone });
  return deliveryBy(worker, destination, clock);
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
