import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { createGunzip } from 'node:zlib';
import type { Secret } from '../../config/secrets.ts';
import { systemNetwork } from '../../outgoing/network.ts';
import { bareHost } from '../../outgoing/typed-address.ts';
import { HostRefused, type VettedHosts, vettedHosts } from '../../outgoing/vetted-hosts.ts';
import { type VettedRequest, vettedRequest } from '../../outgoing/vetted-request.ts';
import type { CalendarReading, WantedTime } from './busy-intervals.ts';
import type { ReadingWork } from './calendar-thread.ts';

/** Why a calendar could not be read: in French, without its address, which may be secret. */
export class CalendarUnreadable extends Error {
  override readonly name = 'CalendarUnreadable';
}

/** What feeds know us by. */
const AGENT = 'oui-48-agenda';
const A_PAGE =
  'l’agenda répond par une page Web\u202f: l’adresse est celle d’une page de partage ou de connexion, ou le partage a été retiré\u202f; il faut l’adresse au format iCal (ICS), qui se termine souvent par .ics';
const THREAD = new URL('./calendar-thread.ts', import.meta.url);
const MOST_BYTES = 16 * 1024 * 1024;
/** Limits the parsing thread, so that a hostile calendar cannot use up the server's memory. */
const THREAD_MEMORY_MB = 512;

/** How long the download may take, and parsing it. */
export interface ReadLimits {
  readonly fetchMs: number;
  readonly parseMs: number;
}

const LIMITS: ReadLimits = { fetchMs: 10_000, parseMs: 10_000 };
const MOST_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Downloads a calendar and returns its busy intervals, and what is odd in it. It is read from public addresses alone, as
 * sites are for audits, wherever its server leads; the setting itself may name another program of this machine.
 * @param network the way out
 * @throws CalendarUnreadable when the download fails or is too large, leads to an address that is not public, or the
 * content is no calendar
 */
export async function readCalendar(
  url: Secret,
  wanted: WantedTime,
  network = systemNetwork(),
  limits = LIMITS,
): Promise<CalendarReading> {
  const late = AbortSignal.timeout(limits.fetchMs);
  const headers = {
    accept: 'text/calendar, text/plain;q=0.9, */*;q=0.8',
    'accept-encoding': 'gzip',
    // Outlook.com answers no client without a browser's name.
    'user-agent': `Mozilla/5.0 (compatible; ${AGENT}/1; +https://${wanted.host}/)`,
  };
  const address = httpAddress(url.reveal());
  const hosts = vettedHosts(network, {
    ...{ own: network.own?.() ?? [], ownHost: wanted.host },
    set: { address: url, host: bareHost(address) },
  });
  const text = await fetchText(address, hosts, { headers, signal: late }).catch((error: unknown) => {
    throw unreadable(error, late);
  });
  if (/^\s*</.test(text) && !/^BEGIN:VCALENDAR/im.test(text)) throw new CalendarUnreadable(A_PAGE);
  return parseAside({ text, wanted }, limits.parseMs);
}

/** @throws TypeError for what is no address */
function httpAddress(text: string, from?: string): URL {
  return new URL(text.trim().replace(/^webcals?:/i, 'https:'), from);
}

async function fetchText(
  start: URL,
  hosts: VettedHosts,
  { headers, signal }: Pick<VettedRequest, 'headers' | 'signal'>,
): Promise<string> {
  let url = start;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    const answer = await vettedRequest(url, hosts, { method: 'GET', headers, signal });
    const { statusCode: status = 0 } = answer;
    const { location } = answer.headers;
    if (status >= 200 && status < 300) return textOf(answer);
    answer.destroy();
    const next = REDIRECTS.includes(status) && location !== undefined ? location : undefined;
    const address = next === undefined || !URL.canParse(next, url.href) ? null : httpAddress(next, url.href);
    if (address === null || !/^https?:$/.test(address.protocol))
      throw new CalendarUnreadable(`l’agenda répond ${status}`);
    url = address;
  }
  throw new CalendarUnreadable('l’agenda mène d’adresse en adresse sans fin');
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const isPacked = /^(x-)?gzip$/i.test(answer.headers['content-encoding'] ?? '');
  // What goes wrong on the way ends the reading below.
  const source = isPacked ? pipeline(answer, createGunzip(), () => {}) : answer;
  let text = '';
  let bytes = 0;
  const decoder = decoderFor(answer.headers['content-type'] ?? '');
  for await (const chunk of source as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new CalendarUnreadable('l’agenda dépasse 16 Mio');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** What the feed says it is written in; else UTF-8, as RFC 5545 has it. */
function decoderFor(contentType: string): TextDecoder {
  try {
    return new TextDecoder(/charset="?([\w-]+)/i.exec(contentType)?.[1]);
  } catch {
    return new TextDecoder();
  }
}

function unreadable(error: unknown, late: AbortSignal): CalendarUnreadable {
  if (error instanceof CalendarUnreadable) return error;
  if (late.aborted) return new CalendarUnreadable('l’agenda ne répond pas à temps');
  return new CalendarUnreadable(REFUSED[error instanceof HostRefused ? error.reason : 'unreachable']);
}

const REFUSED: Readonly<Record<HostRefused['reason'], string>> = {
  'not-public':
    'l’agenda est sur cette machine ou dans un réseau privé, ou y mène, et ce programme n’y va pas\u202f: il lui faut une adresse publique',
  'name-not-found': 'les serveurs de noms ne connaissent pas le nom de l’agenda (/etc/hosts n’est pas lu)',
  unreachable: 'l’agenda n’est pas joignable',
};

/** Parses in a thread of its own, which is ended after that time. */
function parseAside(work: ReadingWork, ms: number): Promise<CalendarReading> {
  const { promise, resolve, reject } = Promise.withResolvers<CalendarReading>();
  const thread = new Worker(THREAD, {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
    stderr: true,
  });
  const fail = (why: string) => reject(new CalendarUnreadable(why));
  const timer = setTimeout(() => {
    fail('l’agenda est trop long à lire');
    void thread.terminate();
  }, ms);
  thread.once('message', resolve);
  thread.once('error', () => fail('ce n’est pas un agenda lisible (format iCalendar attendu)'));
  thread.once('exit', () => {
    clearTimeout(timer);
    fail('l’agenda n’a pas pu être lu');
  });
  return promise;
}
