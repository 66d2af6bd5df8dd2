import { randomBytes } from 'node:crypto';
import { leadRetentionMonths } from '#content/business.ts';
import { buildApp } from './app.ts';
import type { AuditEngine } from './audits/queue/engine.ts';
import { loadConfig } from './config/config.ts';
import { exposedWarning } from './config/data-dir.ts';
import type { Environment } from './config/env.ts';
import { readEnvironment } from './config/read-environment.ts';
import { announceClosing } from './http/hooks/announce-closing.ts';
import { formProofs } from './leads/form-proof.ts';
import { startRateLimit } from './leads/shared-rate-limit.ts';
import { signedLinks } from './messages/links.ts';
import { startMetrics } from './metrics/metrics.ts';
import { buildOps, type OpsDeps } from './ops.ts';
import { pausedWords } from './outbox/paused-words.ts';
import { readHouse } from './pages/house-page.ts';
import { startRetention } from './retention/start-retention.ts';
import { closeAll, closeTogether, drain } from './start/close.ts';
import { listen } from './start/listen.ts';
import { openDatabase } from './start/open-database.ts';
import { readBuiltSite } from './start/read-built-site.ts';
import { startAudits } from './start/start-audits.ts';
import { listAhead, startBookings } from './start/start-bookings.ts';
import { startDelivery } from './start/start-delivery.ts';
import { startFloodWatch } from './start/start-flood-watch.ts';
import { startMessages } from './start/start-messages.ts';
import { deliveryPausedSince } from './store/conditions.ts';
import { leadReader } from './store/leads/lead-reader.ts';
import { leadWriter } from './store/leads/lead-writer.ts';
import { sharedSecret } from './store/shared-secret.ts';
import { systemClock } from './system/clock.ts';
import { createLog, type Log } from './system/log.ts';
import type { Loop } from './worker/loop.ts';

export interface ServeOptions {
  /** Settings in the place of the process environment and `.env`. */
  readonly environment?: Environment;
  /** Folder of the built site. */
  readonly siteDir?: string;
  readonly log?: Log;
  /** What bookings hold for now, in milliseconds since the epoch; the system's clock when it is not given. */
  readonly now?: () => number;
  /** What visits sites for audits; absent: this machine itself. */
  readonly auditEngine?: AuditEngine;
}

export interface Server {
  /** Where visitors reach the site on this machine, with the port that was really taken; the operator's where there is no site. */
  readonly url: string;
  /** French, one line for whoever started it: what is open, and where. */
  readonly opened: string;
  /** The operator's listener. */
  readonly opsUrl: string;
  /** Since when the delivery was paused when it started, in milliseconds since the epoch. */
  readonly pausedSince: number | undefined;
  /** Answers what is under way, then closes everything; resolves within 10 s. */
  stop(): Promise<void>;
}

/** Visitors, the operator and the outbox are let go side by side, each within 5 s or so; then the database. */
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

    const metrics = startMetrics();
    const proofs = formProofs(proofKey, systemClock.now);
    let messageWork: Loop | undefined;
    const audits = startAudits({
      ...{ config, db, links, proofs, log, clock: systemClock, wake: () => messageWork?.wake() },
      engine: options.auditEngine,
    });
    atWork.push(() => audits.stop());
    const openOps = async (delivery: OpsDeps['delivery']) => {
      const ops = buildOps({
        ...{ log, db, writer, metrics, delivery, now: systemClock.now },
        warnings: () => [...warnings],
      });
      atWork.push(() => drain(ops, OPS_DRAIN_MS));
      return listen(ops, 'OPS_PORT', OPS_HOST, config.opsPort);
    };
    if (config.audits.mode === 'only') {
      const url = await openOps(undefined);
      const opened = `Ce serveur ne fait que des audits : ${url}/healthz`;
      return { url, opened, opsUrl: url, pausedSince: undefined, stop };
    }

    const delivery = startDelivery(config, db, log, metrics);
    if (delivery !== undefined) atWork.push(() => delivery.stop());
    messageWork = startMessages({ config, db, links, clock: systemClock, random: Math.random, log });
    const { wake: wakeTelling, stop: stopTelling } = messageWork;
    atWork.push(stopTelling);

    const flood = startFloodWatch({
      ...{ db, links, log, clock: systemClock, perAddress: config.leadsPerMinute, wake: wakeTelling },
      sender: config.mail.from.address,
    });
    atWork.push(() => flood.stop());
    const retention = startRetention({ db, clock: systemClock, log, months: leadRetentionMonths });
    atWork.push(() => retention.stop());
    const limit = await startRateLimit(db, config.leadsPerMinute, systemClock);
    atWork.push(() => limit.stop());

    const pausedSince = await deliveryPausedSince(db);
    if (pausedSince !== undefined) log.warn(pausedWords(pausedSince));
    const opsUrl = await openOps(delivery);

    const booked = startBookings({
      db,
      publicUrl: config.publicUrl,
      perMinute: config.leadsPerMinute,
      calendarUrl: config.ownerCalendarUrl,
      log,
      links,
      sender: config.mail.from.address,
      wake: wakeTelling,
      now: options.now ?? systemClock.now,
    });
    const app = buildApp({
      log,
      metrics,
      reader,
      writer,
      now: systemClock.now,
      random: Math.random,
      wake: () => {
        delivery?.wake();
        wakeTelling();
      },
      limit,
      flood,
      proofs,
      formKey,
      links,
      publicUrl: config.publicUrl,
      hosts: config.hosts,
      trustProxy: config.trustProxy,
      warn,
      site: readBuiltSite(siteDir, config.audits.mode),
      house: readHouse(siteDir),
      booked,
      told: {
        db,
        links,
        sender: config.mail.from.address,
        now: systemClock.now,
        wake: wakeTelling,
      },
      audits: audits.routes,
    });
    const announceClosingNow = announceClosing(app);
    atWork.push(() => announceClosingNow().then(() => drain(app, DRAIN_MS)));
    const url = await listen(app, 'PORT', config.host, config.port);
    listAhead(booked);
    return { url, opened: `Le site est ouvert : ${url}`, opsUrl, pausedSince, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
