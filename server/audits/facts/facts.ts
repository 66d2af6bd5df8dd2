import type { VisitEnd } from '#domain/audit.ts';
import type { BrowserFacts } from './browser-facts.ts';
import type { Identity, PageFacts } from './page-facts.ts';

/** Rises when a fact changes its meaning; a check says `not-measured` of facts that it does not know. */
export const FACTS_VERSION = 1;

/** What one audit has seen: plain JSON, kept so that later versions of the checks can read it. */
export interface Facts {
  readonly version: number;
  /** The address as it was asked for, absolute. */
  readonly asked: string;
  /** Where the visit ended after redirects. */
  readonly url: string;
  /** ISO 8601. */
  readonly measuredAt: string;
  readonly visit: Visit;
  /** The machine had far more to do than it could: what took long here may not have been the site. */
  readonly busy?: true;
  readonly http?: HttpFacts;
  readonly page?: PageFacts;
  readonly legal: readonly LegalPageFacts[];
  readonly browser: BrowserFacts;
}

export interface Visit {
  readonly end: VisitEnd;
  /** Of the last answer. */
  readonly status?: number;
  /** The site of another name that the address led to. */
  readonly elsewhere?: string;
  /** The host that was asked for, where nothing answers: its twin with or without `www` was looked at. */
  readonly deadName?: string;
}

export interface HttpFacts {
  readonly status: number;
  readonly redirects: readonly { readonly from: string; readonly to: string; readonly status: number }[];
  /** Whether `http://` leads to `https://`; undefined when http was not answered at all. */
  readonly httpLeadsToHttps?: boolean;
  readonly tls?: TlsFacts;
  /** Milliseconds from the beginning of a connection to the first byte of its answer, median of three. */
  readonly ttfbMs?: number;
  /** Of the page itself, as it came over the wire. */
  readonly bytes: number;
  readonly decodedBytes: number;
  /** `gzip`, `br`, `zstd`, `deflate`, or empty. */
  readonly compression: string;
  /** The page's headers, names in lower case, values joined by commas; cookies are left out. */
  readonly headers: Readonly<Record<string, string>>;
  /** Names of the cookies that the first answer sets. */
  readonly cookies: readonly string[];
  readonly robots: RobotsFacts;
}

export interface TlsFacts {
  /** Whether a browser would trust it for this name. */
  readonly trusted: boolean;
  /** Node's code, e.g. CERT_HAS_EXPIRED. */
  readonly error?: string;
  /** Trusted as soon as a certificate is fetched that the server should have sent, as some browsers do. */
  readonly incomplete?: true;
  /** E.g. TLSv1.3. */
  readonly protocol?: string;
  readonly alpn?: string;
  /** ISO 8601. */
  readonly validFrom?: string;
  readonly validTo?: string;
  readonly issuer?: string;
}

export interface RobotsFacts {
  readonly found: boolean;
  /** Whether search engines are barred from the page. */
  readonly barsSearch: boolean;
  /** The `X-Robots-Tag` that keeps the page out of search engines, one of several; absent where none does. */
  readonly header?: string;
}

export interface LegalPageFacts {
  readonly kind: 'identity' | 'privacy';
  readonly url: string;
  readonly reachable: boolean;
  readonly identity: Identity;
}
