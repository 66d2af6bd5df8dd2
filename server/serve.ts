import { booking as contentBooking } from '#content/booking.ts';
import { countsVisits } from '#content/visits.ts';
import type { Booking } from '#domain/booking.ts';
import type { Instant } from '#domain/instant.ts';
import { DESK_PAGE } from '#domain/own-page.ts';
import { buildApp } from './app.ts';
import type { AuditEngine } from './audits/process/audit-protocol.ts';
import { auditsOfNewLeads } from './audits/routes/audit-ask-route.ts';
import { providerCalls } from './bookings/hooks/provider-calls.ts';
import {
  type Config,
  exposedWarning,
  loadConfig,
  readEnvironment,
  settingsFingerprint,
} from './config/config.ts';
import type { Environment } from './config/env.ts';
import { StartRefused } from './config/start-refused.ts';
import { announceClosing } from './http/hooks.ts';
import { formProofs } from './http/limits/form-proof.ts';
import { startRateLimits } from './http/limits/shared-rate-limit.ts';
import { readTemplate } from './http/pages/template.ts';
import { shareArrivals, usualArrivals } from './leads/arrivals.ts';
import { lateLeads } from './leads/erasure/late.ts';
import { watchFlood } from './leads/flood-watch.ts';
import { callMarking } from './leads/follow-up/marks.ts';
import { leadWriter } from './leads/lead-writer.ts';
import { floodTeller } from './messages/flood.ts';
import { signedLinks } from './messages/links.ts';
import { startMetrics } from './metrics/metrics.ts';
import { buildOps } from './ops.ts';
import { pausedWords } from './outbox/delivery.ts';
import type { Network } from './outgoing/network.ts';
import { startFileCleaning } from './retention/start-file-cleaning.ts';
import { formPagesIn } from './site/form-pages.ts';
import { readSite, type SiteFile } from './site/site-files.ts';
import { withoutAudit } from './site/without-audit.ts';
import { messageKinds } from './start/all-message-kinds.ts';
import { exampleDesk } from './start/example-desk.ts';
import { closeAll, closeTogether, drain, listenAt } from './start/listen-and-close.ts';
import { askPatiently, openDatabase } from './start/open-database.ts';
import { type SharedWork, shareWork } from './start/share-work.ts';
import { auditRoutes } from './start/start-audits.ts';
import { listAhead, startBookings } from './start/start-bookings.ts';
import { startErasures } from './start/start-erasures.ts';
import { startLoops } from './start/start-loops.ts';
import { deliveryPausedSince } from './store/conditions.ts';
import { leadReader } from './store/leads/lead-reader.ts';
import { sharedSecret } from './store/shared-secret.ts';
import { type Clock, systemClock } from './system/clock.ts';
import { createLog, type Log } from './system/log.ts';
import { NOT_COUNTING, startVisits } from './visits/visits.ts';

export interface ServeOptions {
  /** Settings in the place of the process environment and `.env`. */
  readonly environment?: Environment;
  /** Folder of the built site. */
  readonly siteDir?: string;
  readonly log?: Log;
  /** What all that the server does goes by; the system's clock when it is not given. */
  readonly clock?: Clock;
  /** What bookings alone hold for now; the clock's time when it is not given. */
  readonly now?: () => Instant;
  /** How a call is asked for; the content's choice when it is not given. */
  readonly booking?: Booking;
  /** Whether visits are counted; the content's choice when it is not given. */
  readonly countsVisits?: boolean;
  /** What visits sites for audits; absent: this machine itself. */
  readonly auditEngine?: AuditEngine;
  /** The way out to the owner's calendar; absent: the system's. */
  readonly network?: Network;
  /** How long a stop waits for requests that are just arriving, in ms; `LINGER_MS` when it is not given. */
  readonly lingerMs?: number;
}

export interface Server {
  /** Where visitors reach the site on this machine, with the port that was really taken. */
  readonly url: string;
  /** French, one line for whoever started it: what is open, and where. */
  readonly opened: string;
  /** The operator's listener. */
  readonly opsUrl: string;
  /** Since when the delivery was paused when it started. */
  readonly pausedSince: Instant | undefined;
  /** Answers what is under way, then closes everything; resolves within 10 s. */
  stop(): Promise<void>;
}

/** How long answers under way may still take when the server stops. */
const DRAIN_MS = 5_000;
const OPS_DRAIN_MS = 500;
/** Longer than a request takes to arrive on a connection that was idle. */
const LINGER_MS = 300;
const OPS_HOST = '127.0.0.1';

/**
 * Builds everything out of the settings and listens.
 * Throws StartRefused for what the operator can mend; what was opened by then is closed again.
 */
export async function serve(options: ServeOptions = {}): Promise<Server> {
  const { siteDir = 'dist', log = createLog(), clock = systemClock } = options;
  const environment = options.environment ?? readEnvironment(process.env);
  const config = loadConfig(environment);
  const settings = settingsFingerprint(environment);
  const warnings = new Set<string>();
  const warn = (line: string) => {
    if (!warnings.has(line)) log.warn(line);
    warnings.add(line);
  };
  for (const { text } of config.warnings) warn(text);

  /** What closes one after the other, the last opened first. */
  const closers: (() => unknown)[] = [];
  /** What closes together, before the database. */
  const running: (() => unknown)[] = [];
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= closeAll(closers, log);
    return stopped;
  };
  try {
    const db = await openDatabase(config, closers, log);
    closers.push(() => closeTogether(running, log));
    // Asked for anew each time, so that it ends once its advice was followed.
    const exposed = () => (config.databaseUrl === undefined ? exposedWarning(config.dataDir) : undefined);
    const atStart = exposed();
    if (atStart !== undefined) log.warn(atStart);
    const writer = leadWriter(db);
    const metrics = startMetrics();
    const secret = (name: Parameters<typeof sharedSecret>[1]) => askPatiently(() => sharedSecret(db, name));
    const links = signedLinks(await secret('message-links'));
    const proofs = formProofs(await secret('form-proof'), clock.now);
    const sender = config.mail.from.address;

    let work: SharedWork | undefined;
    const wake = () => work?.loops()?.wake();
    const audits = auditRoutes({ config, db, links, proofs, clock, wake });
    const askForAudit = auditsOfNewLeads(audits, log);
    work = await shareWork(config, {
      ...{ clock, log },
      begin: () =>
        startLoops({
          ...{ config, db, links, clock, log, metrics, random: Math.random, engine: options.auditEngine },
          // Each as if a client of its own had asked, and without the proof that nobody has kept.
          released: (lead) => void askForAudit(lead, `lead ${lead.id}`, false),
        }),
    });
    running.push(work.stop);
    const { publicUrl, leadsPerMinute: perMinute } = config;
    const common = { db, links, log, sender, perMinute, wake };
    const flood = watchFlood({
      ...{ clock, log, perAddress: perMinute },
      share: (counted) => shareArrivals(db, clock.now(), counted),
      usually: () => usualArrivals(db, clock.now()),
      onFlood: floodTeller({ ...common, now: clock.now }, 'flood', FLOOD),
    });
    running.push(() => flood.stop());
    const erasures = startErasures({ config, db, clock, log });
    running.push(() => erasures.stop());
    const wakeErasures = () => {
      erasures.wake();
      work?.loops()?.wakeErasures();
    };
    const { files } = db.engine;
    if (files !== undefined) {
      const cleaning = startFileCleaning({ files, clock, log });
      running.push(() => cleaning.stop());
    }
    const limits = await askPatiently(() => startRateLimits(db, clock));
    running.push(() => limits.stop());
    const limit = limits.of('', perMinute);

    const pausedSince = await askPatiently(() => deliveryPausedSince(db));
    if (pausedSince !== undefined) log.warn(pausedWords(pausedSince));
    const formKey = await secret('form-id');
    const booking = startBookings({
      ...common,
      ...{ publicUrl, proofs, formKey, limits },
      booking: options.booking ?? contentBooking,
      calendarUrl: config.ownerCalendarUrl,
      owners: config.mail.owners,
      network: options.network,
      now: options.now ?? clock.now,
    });
    const hooks = {
      keys: config.hookKeys,
      now: booking.now,
      take: providerCalls({
        ...{ db, sender, host: new URL(publicUrl).hostname, leadOf: booking.leadOf, now: booking.now, wake },
        noShow: async (call, now) =>
          (await callMarking({ db, sender }, call, 'pas-joint', now, 'provider'))?.statements ?? [],
      }),
    };
    const site = readBuiltSite(siteDir, config.audits.mode);
    const desk = {
      ...{ db, config, publicUrl, sender, clock, wake, wakeErasures, bookings: booking },
      ...{ now: clock.now, dataDir: config.dataDir, kinds: messageKinds },
      key: await secret('desk'),
    };
    const ops = buildOps({
      ...{ log, db, writer, metrics, settings, now: clock.now, delivers: config.airtable !== undefined },
      delivery: () => work?.loops()?.delivery,
      works: () => work?.loops() !== undefined,
      warnings: () => [...warnings, exposed() ?? []].flat(),
      desk: {
        ...desk,
        ...{ example: () => exampleDesk(desk), template: readTemplate(siteDir, DESK_PAGE.file), site },
      },
    });
    running.push(() => drain(ops, OPS_DRAIN_MS));
    const opsUrl = await listenAt(ops, 'OPS_PORT', OPS_HOST, config.opsPort);
    const counting = { db, clock, log, publicUrl, formPages: formPagesIn(site) };
    const visits = (options.countsVisits ?? countsVisits) ? startVisits(counting) : NOT_COUNTING;
    const app = buildApp({
      ...{ log, metrics, writer, limit, flood, proofs, links, publicUrl, booking, hooks, warn },
      reader: leadReader(db),
      late: lateLeads(db, links, clock.now),
      now: clock.now,
      random: Math.random,
      wake,
      formKey,
      hosts: config.hosts,
      trustProxy: config.trustProxy,
      site,
      visits,
      template: readTemplate(siteDir),
      linkPages: { db, links, sender, publicUrl, now: clock.now, wake },
      audits,
      askForAudit,
    });
    const announceClosingNow = announceClosing(app, options.lingerMs ?? LINGER_MS);
    running.push(() =>
      announceClosingNow()
        .then(() => drain(app, DRAIN_MS))
        .finally(visits.stop),
    );
    const url = await listenAt(app, 'PORT', config.host, config.port);
    if (booking.booking.way === 'own') listAhead(booking);
    return { url, opened: `Le site est ouvert : ${url}`, opsUrl, pausedSince, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * The built site as this server serves it: without the form for audits when it takes none.
 * @throws StartRefused when the site has not been built
 */
function readBuiltSite(dir: string, audits: Config['audits']['mode']): ReadonlyMap<string, SiteFile> {
  try {
    const site = readSite(dir);
    return audits === 'off' ? withoutAudit(site) : site;
  } catch {
    throw new StartRefused(
      `Le site construit est introuvable dans « ${dir} ». Les contacts enregistrés sont intacts. ` +
        'Lancez npm start, qui construit le site avant de l’ouvrir.',
    );
  }
}

const FLOOD =
  'Afflux : il arrive bien plus de demandes sans preuve de travail que d’ordinaire. Elles sont enregistrées et retenues ; ' +
  'celles qui ont une preuve récente partent comme toujours. Voyez ./oui list --held ; ' +
  './oui pause arrête l’envoi, ./oui hold --since retient ce qui n’est pas encore parti.';
