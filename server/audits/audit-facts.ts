import type { BrowserAbsence, VisitEnd } from '#domain/audit.ts';
import { plainText } from '../system/plain-text.ts';

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
  readonly identity: IdentityFacts;
}

/** What stands in the one document that the checks read. */
export interface PageFacts {
  /** As the browser showed it; otherwise as it was sent, and then what is missing is never red. */
  readonly rendered: boolean;
  /** The HTML is a shell that a script fills: what is not in it may come later. */
  readonly shell: boolean;
  readonly title?: string;
  readonly description?: string;
  readonly viewport?: string;
  readonly lang?: string;
  /** Text of each h1, its pictures' alt included. */
  readonly h1: readonly string[];
  readonly noindex: boolean;
  /** Whether a content security policy, and which referrer policy, stands in the page itself. */
  readonly metaPolicies: { readonly csp: boolean; readonly referrer?: string };
  readonly images: { readonly total: number; readonly withoutAlt: number; readonly example?: string };
  readonly fields: { readonly total: number; readonly withoutLabel: number; readonly example?: string };
  readonly forms: {
    readonly total: number;
    readonly withContactField: number;
    readonly insecureActions: number;
  };
  readonly contact: PageContact;
  readonly legalLinks: { readonly identity?: string; readonly privacy?: string };
  readonly mixedContent: { readonly total: number; readonly example?: string };
  /** schema.org types of the JSON-LD. */
  readonly jsonLdTypes: readonly string[];
  readonly identity: IdentityFacts;
}

export interface PageContact {
  readonly tel: number;
  readonly mailto: number;
  /** Links to a messenger or a booking. */
  readonly other: number;
  /** A link that names a contact page. */
  readonly page: boolean;
  /** What the text shows, whether or not it can be tapped; absent from older facts. What it says is not kept. */
  readonly written?: { readonly phone: boolean; readonly email: boolean };
}

/** Whether the text shows each part of an identity; what it says is not kept. */
export interface IdentityFacts {
  readonly company: boolean;
  readonly postalAddress: boolean;
  readonly email: boolean;
}

/** What was measured in a browser, or why nothing was. */
export type BrowserFacts =
  | { readonly measured: false; readonly why: BrowserAbsence }
  | {
      readonly measured: true;
      /** E.g. 156.0.8078.79. */
      readonly version: string;
      readonly phone: LoadFacts;
      /** Absent when its time was over. */
      readonly desktop?: LoadFacts;
      /** Requests that the proxy refused, by reason. */
      readonly refused: Readonly<Record<string, number>>;
    };

/** One page load. */
export interface LoadFacts {
  readonly conditions: LoadConditions;
  /** Milliseconds since the navigation began. */
  readonly lcpMs?: number;
  readonly cls: number;
  readonly longTasks: { readonly count: number; readonly totalMs: number };
  /** As it came over the wire, headers included. */
  readonly bytes: number;
  /** More would have come: our limits or our patience were over first, so that `bytes` is the least that it is. */
  readonly partial?: boolean;
  readonly requests: number;
  readonly hosts: readonly HostFacts[];
  /** Names and sites of cookies of other sites, before any click. */
  readonly thirdPartyCookies: readonly { readonly name: string; readonly site: string }[];
  /** Pixels that the page is wider than the window. */
  readonly overflowPx: number;
  readonly insecureRequests: number;
  /** Of axe-core; absent when it could not look. */
  readonly axe?: AxeFacts;
}

export interface LoadConditions {
  readonly width: number;
  readonly height: number;
  readonly deviceScaleFactor: number;
  /** Megabits a second; absent where the line is not slowed. */
  readonly downloadMbps?: number;
  readonly latencyMs?: number;
}

export interface HostFacts {
  readonly host: string;
  readonly bytes: number;
  readonly requests: number;
  readonly thirdParty: boolean;
}

/** Elements that fail, those that axe-core could not decide, and one of them. */
export interface AxeRule {
  readonly failed: number;
  readonly undecided: number;
  readonly passed: number;
  readonly example?: string;
}

export type AxeFacts = Readonly<Record<'contrast' | 'labels' | 'alt' | 'targets', AxeRule>>;

/** A picture as the browser made it; never decoded here. */
export interface PagePicture {
  readonly name: 'phone' | 'desktop' | `film-${number}`;
  readonly type: 'image/webp' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
  /** Of a film frame: milliseconds since the navigation began. */
  readonly atMs?: number;
  readonly bytes: Uint8Array;
}

/** Characters of JSON; the facts of a large site have a tenth. Every reader of a report parses them. */
const MOST_CHARACTERS = 200_000;

/** The same facts, or, where they are larger than those of any honest site, that the visit saw too much. */
export function boundedFacts(facts: Facts): Facts {
  if (JSON.stringify(facts).length <= MOST_CHARACTERS) return facts;
  const { version, asked, measuredAt } = facts;
  return {
    ...{ version, asked, url: asked, measuredAt },
    visit: { end: 'too-large' },
    legal: [],
    browser: { measured: false, why: 'not-visited' },
  };
}

/**
 * The same facts, every text in them as `plainText` has it: what a site says of itself goes to pages, mails and terminals,
 * and its lines are pasted.
 */
export function printableFacts<T>(facts: T): T {
  if (typeof facts === 'string') return plainText(facts) as T;
  if (typeof facts !== 'object' || facts === null) return facts;
  if (Array.isArray(facts)) return facts.map(printableFacts) as T;
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, printableFacts(fact)])) as T;
}
