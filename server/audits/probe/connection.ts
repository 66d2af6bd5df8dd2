import { bareHost } from '../../outgoing/typed-address.ts';
import type { HttpFacts, TlsFacts } from '../facts/facts.ts';
import { follow } from './follow.ts';
import { type Answer, get, open, secure, type Visitor } from './get.ts';

const OFFERED = ['h2', 'http/1.1'];

/** What a page's connection is like, and whether `http://` leads to a secure one. */
export async function connectionFacts(
  answer: Answer,
  redirects: HttpFacts['redirects'],
  visitor: Visitor,
): Promise<Pick<HttpFacts, 'tls' | 'httpLeadsToHttps'>> {
  const secured = new URL(answer.url);
  secured.protocol = 'https:';
  const insecure = new URL(answer.url);
  insecure.protocol = 'http:';
  const [tls, leads] = await Promise.all([
    handshake(secured, visitor),
    answer.url.protocol === 'http:' ? false : leadsToHttps(insecure, redirects, visitor),
  ]);
  const known = answer.tls ?? tls;
  return {
    ...(known && { tls: { ...known, ...(tls?.alpn !== undefined && { alpn: tls.alpn }) } }),
    ...(leads !== undefined && { httpLeadsToHttps: leads }),
  };
}

/** One handshake that offers what browsers offer; undefined where there is no TLS. */
async function handshake(url: URL, visitor: Visitor): Promise<TlsFacts | undefined> {
  try {
    const socket = await open(url, visitor);
    const abort = () => socket.destroy();
    visitor.signal.addEventListener('abort', abort, { once: true });
    const timer = setTimeout(abort, 6_000);
    try {
      const { socket: secured, tls } = await secure(socket, url, visitor, OFFERED);
      return { ...tls, ...(secured.alpnProtocol && { alpn: secured.alpnProtocol }) };
    } finally {
      clearTimeout(timer);
      visitor.signal.removeEventListener('abort', abort);
      socket.destroy();
    }
  } catch {
    return undefined;
  }
}

async function leadsToHttps(
  insecure: URL,
  redirects: HttpFacts['redirects'],
  visitor: Visitor,
): Promise<boolean | undefined> {
  const host = bareHost(insecure);
  const seen = redirects.some(({ from, to }) => from.startsWith('http:') && to.startsWith(`https://${host}`));
  if (seen) return true;
  const { url, answer, redirects: hops } = await follow(insecure, visitor);
  if (url.protocol === 'https:') return true;
  return answer === undefined && hops.length === 0 ? undefined : false;
}

/** Median of three, the page's own request included; undefined when none of the others came. */
export async function timeToFirstByte(answer: Answer, visitor: Visitor): Promise<number | undefined> {
  const times = [answer.ttfbMs];
  for (let more = 0; more < 2; more += 1) {
    try {
      times.push((await get(answer.url, visitor, { wanted: 'head' })).ttfbMs);
    } catch {
      return undefined;
    }
  }
  return Math.round(times.sort((a, b) => a - b)[1] ?? answer.ttfbMs);
}
