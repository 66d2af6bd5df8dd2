import { X509Certificate } from 'node:crypto';
import { rootCertificates, type TLSSocket } from 'node:tls';
import { bareHost } from '../../outgoing/typed-address.ts';
import type { HttpFacts, TlsFacts } from '../audit-facts.ts';
import { htmlOf } from './answer.ts';
import { arrive } from './follow.ts';
import { get, openConnection, type PageAnswer, secureConnection, type Visitor } from './get.ts';

const OFFERED = ['h2', 'http/1.1'];
const HANDSHAKE_MS = 6_000;
/** What OpenSSL says of a certificate whose issuer was not sent along and is no authority. */
const MISSING = ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'];
/** Certificates between a site's and an authority's; there are one or two. */
const MOST_ISSUERS = 3;

/** What a page's connection is like, and whether `http://` leads to a secure one. */
export async function connectionFacts(
  answer: PageAnswer,
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
    ...(known && {
      tls: {
        ...known,
        ...(tls?.incomplete && { incomplete: true as const }),
        ...(tls?.alpn !== undefined && { alpn: tls.alpn }),
      },
    }),
    ...(leads !== undefined && { httpLeadsToHttps: leads }),
  };
}

/** One handshake that offers what browsers offer; undefined where there is no TLS. */
async function handshake(url: URL, visitor: Visitor): Promise<TlsFacts | undefined> {
  let last: X509Certificate | undefined;
  const tls = await shakeHands(url, visitor, (secured) => {
    last = lastSent(secured);
  });
  if (tls === undefined || last === undefined || !MISSING.includes(tls.error ?? '')) return tls;
  return (await isIncomplete(last, url, visitor)) ? { ...tls, incomplete: true } : tls;
}

async function shakeHands(
  url: URL,
  visitor: Visitor,
  look: (secured: TLSSocket) => void = () => {},
): Promise<TlsFacts | undefined> {
  try {
    const socket = await openConnection(url, visitor);
    const abort = () => socket.destroy();
    visitor.signal.addEventListener('abort', abort, { once: true });
    const timer = setTimeout(abort, HANDSHAKE_MS);
    try {
      const { socket: secured, tls } = await secureConnection(socket, url, visitor, OFFERED);
      if (!tls.trusted) look(secured);
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

/**
 * Whether the chain ends at an authority once the certificates are there that the server should have sent: they are
 * fetched from where each certificate says that its issuer's is, as Chromium does and other programs do not.
 */
async function isIncomplete(sent: X509Certificate, url: URL, visitor: Visitor): Promise<boolean> {
  const fetched: string[] = [];
  let last: X509Certificate | undefined = sent;
  for (let count = 0; last !== undefined && count < MOST_ISSUERS; count += 1) {
    last = await issuerOf(last, visitor);
    if (last !== undefined) fetched.push(last.toString());
  }
  if (fetched.length === 0) return false;
  const ca = [...(visitor.ca ?? rootCertificates), ...fetched];
  return (await shakeHands(url, { ...visitor, ca }))?.trusted === true;
}

function lastSent(secured: TLSSocket): X509Certificate {
  let at = secured.getPeerCertificate(true);
  for (let depth = 0; depth < 10 && at.issuerCertificate && at.issuerCertificate !== at; depth += 1)
    at = at.issuerCertificate;
  return new X509Certificate(at.raw);
}

async function issuerOf(
  certificate: X509Certificate,
  visitor: Visitor,
): Promise<X509Certificate | undefined> {
  const address = /^CA Issuers - URI:(\S+)$/m.exec(certificate.infoAccess ?? '')?.[1];
  const url = address === undefined ? null : URL.parse(address);
  if (url?.protocol !== 'http:') return undefined;
  try {
    const { status, body } = await get(url, visitor);
    const issuer = new X509Certificate(body.bytes);
    return status === 200 && certificate.checkIssued(issuer) ? issuer : undefined;
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
  const { url, answer, redirects: hops } = await arrive(insecure, visitor);
  if (url.protocol === 'https:') return true;
  if (answer === undefined) return hops.length === 0 ? undefined : false;
  // A script may lead there, which only a browser knows.
  return /\blocation\b[^;]{0,80}https/i.test(htmlOf(answer) ?? '') ? undefined : false;
}

/** Median of three, the page's own request included; undefined when none of the others came. */
export async function timeToFirstByte(answer: PageAnswer, visitor: Visitor): Promise<number | undefined> {
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
