import type { BrowserAbsence, VisitEnd } from '#domain/audit.ts';

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
  readonly contact: Contact;
  readonly legalLinks: { readonly identity?: string; readonly privacy?: string };
  readonly mixedContent: { readonly total: number; readonly example?: string };
  /** schema.org types of the JSON-LD. */
  readonly jsonLdTypes: readonly string[];
  readonly identity: Identity;
}

export interface Contact {
  readonly tel: number;
  readonly mailto: number;
  /** Links to a messenger or a booking. */
  readonly other: number;
  /** A link that names a contact page. */
  readonly page: boolean;
}

/** Whether the text shows each part of an identity; what it says is not kept. */
export interface Identity {
  readonly company: boolean;
  readonly postalAddress: boolean;
  readonly email: boolean;
}

export interface LegalPageFacts {
  readonly kind: 'identity' | 'privacy';
  readonly url: string;
  readonly reachable: boolean;
  readonly identity: Identity;
}

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
  readonly conditions: Conditions;
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

export interface Conditions {
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

export interface AxeFacts {
  readonly contrast: AxeRule;
  readonly labels: AxeRule;
  readonly alt: AxeRule;
  readonly targets: AxeRule;
}

/** A picture as the browser made it; never decoded here. */
export interface Picture {
  readonly name: 'phone' | 'desktop' | `film-${number}`;
  readonly type: 'image/webp' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
  /** Of a film frame: milliseconds since the navigation began. */
  readonly atMs?: number;
  readonly bytes: Uint8Array;
}
