import { spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { StartRefused } from '../config/start-refused.ts';
import type { Log } from '../system/log.ts';
import { within } from '../system/within.ts';

/**
 * Listens, and returns the address a person on this machine can open.
 * Throws StartRefused, naming the setting, when the port or the host cannot be had.
 * @param port 0 lets the system choose
 */
export async function listenAt(
  app: FastifyInstance,
  setting: 'PORT' | 'OPS_PORT',
  host: string,
  port: number,
): Promise<string> {
  try {
    await app.listen({ host, port, listenTextResolver: () => `${setting} ouvert` });
  } catch (error) {
    throw listenRefusal(error, setting, host, port);
  }
  const taken = (app.server.address() as AddressInfo).port;
  const anywhere = host === '0.0.0.0' || host === '::';
  const shown = anywhere ? 'localhost' : host;
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${taken}`;
}

/**
 * What keeps a port from being listened on, in the operator's words.
 * @returns StartRefused, or `error` itself where the settings are not to blame
 */
export function listenRefusal(error: unknown, setting: string, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const safe = 'Les contacts enregistrés sont intacts.';
  if (code === 'EADDRINUSE')
    return new StartRefused(
      `${setting}=${port} : ce port est déjà pris par un autre programme. ${safe} ` +
        `Arrêtez cet autre programme, ou choisissez un autre ${setting}, puis relancez.`,
    );
  if (code === 'EACCES')
    return new StartRefused(
      `${setting}=${port} : ce port est réservé par le système. ${safe} Choisissez un port à partir de 1024, puis relancez.`,
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new StartRefused(
      `HOST=${host} : cette machine n’a pas cette adresse. ${safe} Donnez localhost ou 0.0.0.0, puis relancez.`,
    );
  return error;
}

/**
 * Tells systemd that the server is ready, when systemd waits for it (Type=notify). Node cannot write to the datagram
 * socket itself; systemd's own program does (https://www.freedesktop.org/software/systemd/man/latest/systemd-notify.html).
 */
export function tellSystemd(environment: NodeJS.ProcessEnv, log: Log): void {
  if (!environment.NOTIFY_SOCKET) return;
  const child = spawn('systemd-notify', ['--ready'], { stdio: 'ignore', env: environment });
  child.once('error', (error) => log.error({ err: error }, NOT_TOLD));
  child.once('exit', (code) => {
    if (code !== 0) log.error({ code }, NOT_TOLD);
  });
}

const NOT_TOLD =
  'systemd n’a pas pu être averti que le site est ouvert, et l’arrêtera bientôt. Les contacts enregistrés sont intacts. ' +
  'Mettez Type=exec à la place de Type=notify dans l’unité, puis relancez.';

/** A stop ends within 10 s: what is not closed by then is left to the system. */
const CLOSED_MS = 8_500;

/** Last opened, first closed; one that fails, or does not come to an end, does not keep the others open. */
export async function closeAll(closers: readonly (() => unknown)[], log: Log): Promise<void> {
  const until = performance.now() + CLOSED_MS;
  for (const close of closers.toReversed())
    await attempt(() => within(Math.max(0, until - performance.now()), Promise.resolve(close())), log);
}

/** All at the same time; one that fails does not keep the others open. */
export async function closeTogether(closers: readonly (() => unknown)[], log: Log): Promise<void> {
  await Promise.all(closers.map((close) => attempt(close, log)));
}

async function attempt(close: () => unknown, log: Log): Promise<void> {
  try {
    await close();
  } catch (error) {
    log.error(
      { err: error },
      'L’arrêt n’a pas été net. Les contacts enregistrés sont intacts. Rien n’est à faire.',
    );
  }
}

/** Lets answers under way finish; a client that is too slow is cut off. */
export async function drain(app: FastifyInstance, graceMs: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}
