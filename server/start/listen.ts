import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { StartRefused } from '../config/start-refused.ts';

/**
 * Listens, and returns the address a person on this machine can open.
 * Throws StartRefused, naming the setting, when the port or the host cannot be had.
 * @param port 0 lets the system choose
 */
export async function listen(
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
