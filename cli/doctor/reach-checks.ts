import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { BROWSER_MISSING } from '#content/audit.ts';
import { availability } from '#content/availability.ts';
import type { BrowserAbsence } from '#domain/audit.ts';
import type { Instant } from '#domain/instant.ts';
import { browserFitness, type Machine } from '#server/audits/browser/browser-fitness.ts';
import { NOT_IN_USE } from '#server/bookings/calendar/owner-calendar.ts';
import { CalendarUnreadable, readCalendar } from '#server/bookings/calendar/read-calendar.ts';
import { type Config, haveFingerprint } from '#server/config/config.ts';
import type { Environment } from '#server/config/env.ts';
import { type Network, systemNetwork } from '#server/outgoing/network.ts';
import { safeText } from '../leads/print.ts';
import { blocks, type DoctorFinding, fine, mend } from './finding.ts';

const ANSWER_MS = 2_000;
const PROXY_MS = 5_000;

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
export async function checkRunning(site: Site): Promise<DoctorFinding[]> {
  const { config, fetcher } = site;
  let answer: Response;
  try {
    answer = await fetcher(`http://127.0.0.1:${config.opsPort}/readyz`, {
      signal: AbortSignal.timeout(ANSWER_MS),
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
async function checkSettingsOf({ config, environment, fetcher }: Site): Promise<DoctorFinding[]> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
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
async function checkProxy({ config, fetcher }: Site): Promise<DoctorFinding[]> {
  if (config.hosts === undefined) return [];
  let reason: string;
  try {
    const signal = AbortSignal.timeout(PROXY_MS);
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
  return connects(connect({ host: at, port }), ANSWER_MS);
}

/** Whether `socket` connects within that many milliseconds; it is closed either way. Never throws. */
async function connects(socket: Socket, withinMs: number): Promise<boolean> {
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

/** What to do about each reason for which there is no browser. */
const REMEDIES: Partial<Readonly<Record<BrowserAbsence, string>>> = {
  'not-found':
    'Installez-le (apt-get install chromium), ou donnez son chemin dans CHROMIUM, puis relancez le site.',
  root: 'Faites tourner le site sous un compte à lui, comme le fait deploy/systemd.',
  'no-sandbox':
    'Installez le paquet chromium-sandbox, ou autorisez les espaces de noms d’utilisateurs sur cette machine.',
  'proxy-disabled': 'Ôtez PLAYWRIGHT_DISABLE_FORCED_CHROMIUM_PROXIED_LOOPBACK de l’environnement.',
  'not-linux': 'Faites tourner le site sur une machine Linux.',
};

/**
 * Whether express audits can be done here: browser, sandbox, and access to public sites.
 * @param reaches whether this machine reaches a public site; absent: not asked
 * @param machine what the machine is like; this one when it is not given
 */
export async function checkAudits(
  { audits }: Pick<Config, 'audits'>,
  reaches?: () => Promise<boolean>,
  machine?: Machine,
): Promise<DoctorFinding[]> {
  const { mode, chromium } = audits;
  if (mode === 'off') return [fine('AUDITS=off : aucun audit express n’est proposé.')];
  const out = reaches === undefined || (await reaches()) ? [] : [NO_OUTBOUND];
  if (mode === 'http') return [fine('AUDITS=http : les audits express se font sans navigateur.'), ...out];
  const fitness = browserFitness({ program: chromium }, machine);
  if (fitness.usable)
    return [fine(`Audits express : ${fitness.program} est utilisable, avec son bac à sable.`), ...out];
  const advice = REMEDIES[fitness.why] ?? 'Vérifiez CHROMIUM.';
  return [
    mend(
      `Audits express : ${BROWSER_MISSING[fitness.why]} Les audits se font sans lui et disent ce qu’ils n’ont pas mesuré. ` +
        `${advice} Ou donnez AUDITS=http, qui le dit ainsi.`,
    ),
    ...out,
  ];
}

const NO_OUTBOUND: DoctorFinding = mend(
  'Audits express : cette machine n’atteint aucun site public (noms ou port 443 fermés), chaque audit serait refusé. Les contacts n’en dépendent pas. ' +
    'Ouvrez la sortie vers les ports 80 et 443 et les serveurs de noms, ou donnez AUDITS=off.',
);

/** A public site that is always there; it is only connected to, nothing is asked of it. */
const ANYWHERE = 'www.admin.ch';
const CONNECT_MS = 5_000;

/** Whether names are resolved and port 443 is open from here, as audits need it. Never throws. */
export async function reachesPublicSites(network = systemNetwork(), host = ANYWHERE): Promise<boolean> {
  try {
    const numbers = await network.resolve(host);
    const first = numbers.find((number) => !number.includes(':')) ?? numbers[0];
    return first !== undefined && (await connects(network.connect(first, 443), CONNECT_MS));
  } catch {
    return false;
  }
}

const DAY_MS = 24 * 60 * 60_000;

const MOST_NAMED = 5;
const LONGEST_TITLE = 60;

/** Whether the owner's calendar can be read; nothing when none is set. Never throws. */
export async function checkCalendar(
  { ownerCalendarUrl, publicUrl, mail }: Config,
  now: Instant,
  network?: Network,
): Promise<DoctorFinding[]> {
  if (ownerCalendarUrl === undefined) return [];
  const { timeZone, horizonDays } = availability;
  const host = new URL(publicUrl).hostname;
  const wanted = { from: now, to: now + horizonDays * DAY_MS, timeZone, host, owners: mail.owners };
  try {
    const { busy, odd, isInUse } = await readCalendar(ownerCalendarUrl, wanted, network);
    const text = `OWNER_CALENDAR_URL : l’agenda est lisible (${busy.length} plages occupées d’ici ${horizonDays} jours).`;
    return [
      isInUse ? fine(text) : mend(`OWNER_CALENDAR_URL : ${NOT_IN_USE}`),
      ...(odd.length === 0 ? [] : [oddEntries(odd)]),
    ];
  } catch (error) {
    const reason = error instanceof CalendarUnreadable ? error.message : 'erreur imprévue';
    return [
      mend(
        `OWNER_CALENDAR_URL : ${reason}. Une heure déjà prise chez vous peut être réservée. Copiez à nouveau l’adresse secrète (iCal) depuis les réglages de votre agenda\u202f; elle doit être joignable depuis Internet.`,
      ),
    ];
  }
}

function oddEntries(titles: readonly string[]): DoctorFinding {
  const named = titles
    .slice(0, MOST_NAMED)
    .map((title) => `«\u202f${safeText(title.slice(0, LONGEST_TITLE) || 'sans titre')}\u202f»`);
  const more = titles.length > MOST_NAMED ? ` et ${titles.length - MOST_NAMED} de plus` : '';
  return mend(
    `OWNER_CALENDAR_URL : des entrées de votre agenda sont étranges\u202f: ${named.join(', ')}${more}. Ce qui est illisible ou sans fin, ou dont personne ne connaît le fuseau horaire, ne compte pas, et son heure peut être réservée. Corrigez ou supprimez-les dans votre agenda.`,
  );
}
