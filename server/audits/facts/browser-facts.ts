import type { BrowserAbsence } from '#domain/audit.ts';

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

export type AxeFacts = Readonly<Record<'contrast' | 'labels' | 'alt' | 'targets', AxeRule>>;
