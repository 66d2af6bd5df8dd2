import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Config } from '#server/config/config.ts';
import type { Environment } from '#server/config/env.ts';
import { haveFingerprint } from '#server/config/fingerprint.ts';
import { blocks, type Finding } from './finding.ts';

const TIMEOUT_MS = 2_000;
const PROXY_TIMEOUT_MS = 5_000;

const HANGS =
  'Un serveur tourne ici mais n’a pas répondu en 2 s à la question de son état. Les contacts reçus sont dans la base de données. Regardez son journal, puis relancez-le.';
const NOT_READY =
  'Le serveur qui tourne ici ne confirme plus aucune demande : sa base de données n’accepte pas d’écriture. Ce qui est enregistré est intact. ' +
  'Vérifiez que la base répond et qu’il y a de la place sur son disque.';
const OTHER_SETTINGS =
  'Le serveur qui tourne a été démarré avec d’autres réglages que ceux de .env, ou d’autres faits que ceux de facts/ : un jeton ou une heure corrigés depuis n’y servent pas encore. ' +
  'Les contacts sont gardés. Lancez npm run build, puis faites redémarrer le site (systemctl restart oui-48, ou npm start à nouveau).';

export interface Site {
  readonly config: Pick<Config, 'host' | 'port' | 'opsPort' | 'publicUrl' | 'hosts'>;
  readonly environment: Environment;
  readonly fetcher: typeof fetch;
  /** Whether somebody takes connections there. */
  readonly listens?: (host: string, port: number) => Promise<boolean>;
}

/**
 * Whether the site is open: a server runs on this machine, with the settings and facts that are there now, and visitors reach it.
 * Also what the server itself reports in /readyz.
 */
export async function checkRunning(site: Site): Promise<Finding[]> {
  const { config, fetcher } = site;
  let answer: Response;
  try {
    answer = await fetcher(`http://127.0.0.1:${config.opsPort}/readyz`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    const hangs = error instanceof Error && error.name === 'TimeoutError';
    return [blocks(hangs ? HANGS : await whyDown(site))];
  }
  if (answer.status === 503) return [blocks(NOT_READY)];
  const body: unknown = await answer.json().catch(() => undefined);
  if (!isOurs(body)) return [blocks(taken('OPS_PORT', config.opsPort))];
  const { warnings } = body;
  return [
    ...(await checkSettingsOf(site)),
    ...(Array.isArray(warnings) ? warnings.map((text) => blocks(String(text))) : []),
    ...(await checkProxy(site)),
  ];
}

/** A server of an older version does not tell. */
async function checkSettingsOf({ config, environment, fetcher }: Site): Promise<Finding[]> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetcher(`http://127.0.0.1:${config.opsPort}/settings`, { signal });
    const { fingerprint } = (await answer.json()) as { fingerprint?: unknown };
    const same = typeof fingerprint !== 'string' || haveFingerprint(environment, fingerprint);
    return same ? [] : [blocks(OTHER_SETTINGS)];
  } catch {
    return [];
  }
}

function isOurs(body: unknown): body is { readonly warnings?: unknown } {
  return typeof body === 'object' && body !== null && 'status' in body && body.status === 'ok';
}

async function whyDown({ config, listens = somebodyListens }: Site): Promise<string> {
  const { host, port, opsPort } = config;
  if (port !== 0 && (await listens(host, port))) return taken('PORT', port);
  return (
    `Le site ne tourne pas : rien ne répond sur le port ${opsPort} (OPS_PORT). Aucun contact ne peut arriver ; ceux qui sont enregistrés sont intacts. ` +
    'Lancez-le (systemctl start oui-48, ou npm start) ; s’il s’arrête aussitôt, son journal en dit la raison (journalctl -u oui-48).'
  );
}

function taken(name: 'PORT' | 'OPS_PORT', port: number): string {
  return (
    `Le port ${port} (${name}) est pris par un autre programme : le site ne peut pas s’y ouvrir. Les contacts enregistrés sont intacts. ` +
    `Arrêtez ce programme (ss -ltnp le nomme), ou donnez un autre ${name} dans .env, puis lancez le site.`
  );
}

/** Whether visitors reach the running site by its public address; not asked where none was given. */
async function checkProxy({ config, fetcher }: Site): Promise<Finding[]> {
  if (config.hosts === undefined) return [];
  let reason: string;
  try {
    const signal = AbortSignal.timeout(PROXY_TIMEOUT_MS);
    const { status } = await fetcher(`${config.publicUrl}/robots.txt`, { redirect: 'manual', signal });
    if (status < 500) return [];
    reason = `HTTP ${status}`;
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    reason = cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.message) : String(cause);
  }
  return [
    blocks(
      `Le site tourne, mais ${config.publicUrl} ne le montre pas (${reason}) : aucun visiteur n’y arrive. Les contacts enregistrés sont intacts. ` +
        'Vérifiez le serveur frontal (systemctl status nginx, ou caddy), son certificat, le DNS et le pare-feu.',
    ),
  ];
}

function somebodyListens(host: string, port: number): Promise<boolean> {
  const at = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return connects(connect({ host: at, port }), TIMEOUT_MS);
}

/** Whether `socket` connects within that many milliseconds; it is closed either way. Never throws. */
export async function connects(socket: Socket, withinMs: number): Promise<boolean> {
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(withinMs) });
    return true;
  } catch {
    return false;
  } finally {
    socket.on('error', () => {});
    socket.destroy();
  }
}
