/** The id of the section that asks for an audit: a server without audits takes it out of the page. */
export const AUDIT_SECTION = 'audit';
/** The id of its heading. */
export const AUDIT_TITLE = 'audit-title';

/** What a check can say of a site. `review`: a person has to look; `not-measured`: we do not know. */
export const OUTCOMES = ['ok', 'failed', 'review', 'not-applicable', 'not-measured'] as const;
export type CheckOutcome = (typeof OUTCOMES)[number];

/** The steps of an audit, in the order in which they are told. */
export const AUDIT_STEPS = ['address', 'connection', 'page', 'legal', 'phone', 'desktop', 'report'] as const;
export type StepName = (typeof AUDIT_STEPS)[number];

export const THEMES = ['speed', 'customers', 'trust', 'security', 'search', 'accessibility'] as const;
export type Theme = (typeof THEMES)[number];

/** The checks, in the order that matters. */
export const CHECK_IDS = [
  'lcp',
  'https',
  'certificate',
  'contact',
  'viewport',
  'identity',
  'privacy',
  'cookies',
  'indexable',
  'title',
  'description',
  'h1',
  'contrast',
  'labels',
  'alt',
  'lang',
  'targets',
  'cls',
  'ttfb',
  'weight',
  'mixed-content',
  'hsts',
  'security-headers',
  'structured-data',
] as const;
export type CheckId = (typeof CHECK_IDS)[number];

/** What it costs to mend: an hour, a day, or a project. */
export type Effort = 'hour' | 'day' | 'project';

/** Why a typed address is refused before anything is looked at. */
export type AddressRefusal =
  | 'empty'
  | 'too-long'
  | 'malformed'
  | 'email'
  | 'scheme'
  | 'credentials'
  | 'port'
  | 'local-name'
  | 'not-public';

/** How the visit ended; only `seen` leads to verdicts. */
export type VisitEnd =
  | 'seen'
  | 'name-not-found'
  | 'not-public'
  | 'unreachable'
  | 'other-port'
  | 'refused-visit'
  | 'robots'
  | 'error-page'
  | 'redirect-loop'
  | 'not-html'
  | 'too-large'
  | 'parked'
  | 'too-slow';

/** Why nothing was measured in a browser. */
export type BrowserAbsence =
  | 'off'
  | 'not-found'
  | 'not-linux'
  | 'root'
  | 'no-sandbox'
  | 'proxy-disabled'
  | 'start-failed'
  | 'time-limit'
  | 'memory-limit'
  | 'page-error'
  | 'refused'
  | 'not-visited';

export type AuditState = 'waiting' | 'running' | 'done' | 'refused';

/**
 * Why there is no report: how the visit ended, that every run was broken off, that an address which was made of an
 * e-mail led to a site of another name, or that its visitor said that the site is not theirs.
 */
export type AuditRefusal = Exclude<VisitEnd, 'seen'> | 'interrupted' | 'elsewhere' | 'not-theirs';

/** One line of the report. */
export interface CheckView {
  readonly id: CheckId;
  readonly outcome: CheckOutcome;
  /** French, one sentence with what was seen. */
  readonly sentence: string;
  /** What was measured or found, as short text; empty when there is nothing to show. */
  readonly evidence: string;
}

/** What is told first of a site. */
export interface AuditFinding extends Pick<CheckView, 'id' | 'outcome'> {
  /** French: what was seen or, in a report, what it costs the company. */
  readonly sentence: string;
}

/** How many findings are told first. */
export const MOST_FINDINGS = 3;

/** `GET /api/audits/<token>`, and each of its server-sent events. */
export interface AuditView {
  readonly state: AuditState;
  /** What is being looked at; absent before and after. */
  readonly step?: StepName;
  readonly url: string;
  /** Of `url`, in the letters that people write: `café.example`, not `xn--caf-dma.example`. */
  readonly host: string;
  /** French, one sentence: why there is no report; only when it was refused. */
  readonly reason?: string;
  /** In about how many seconds it begins; only while it waits. */
  readonly waitSeconds?: number;
  /** Names of the pictures that are there already, as files beside the report's page: `phone.webp`. */
  readonly pictures?: readonly string[];
  /** ISO 8601; absent before the visit. */
  readonly measuredAt?: string;
  readonly checks: readonly CheckView[];
  /** What is told first, the worst before the rest; while it runs, of what was seen so far. */
  readonly findings?: readonly AuditFinding[];
  /** Another host, to which an address that was made of an e-mail has led; only when it was refused for that. */
  readonly leadsTo?: string;
  /** What was not measured, and why. */
  readonly notMeasured: readonly { readonly id: CheckId; readonly sentence: string }[];
}

/**
 * What the measures of an audit are held to: good up to the first, poor past the second. The times and the shifts are
 * those of https://web.dev/articles/defining-core-web-vitals-thresholds and https://web.dev/articles/ttfb.
 */
export const BARS = {
  lcpMs: [2_500, 4_000],
  cls: [0.1, 0.25],
  ttfbMs: [800, 1_800],
  bytes: [2_000_000, 4_000_000],
} as const satisfies Readonly<Record<string, Bars>>;

export type Bars = readonly [good: number, poor: number];

/** Characters of a page's title: what says too little, and where search engines cut. */
export const TITLE_LENGTH = { shortest: 15, longest: 65 } as const;

/** `left-out`: it was passed over, as where no browser could open the page. */
export type StepState = 'done' | 'now' | 'next' | 'left-out';

/** The steps that open the page in a browser; each leaves a picture named after it. */
const IN_BROWSER: readonly StepName[] = ['phone', 'desktop'];

/** Every step of an audit in its order, and how far each is. */
export function stepStates({
  state,
  step,
  pictures = [],
}: Pick<AuditView, 'state' | 'step' | 'pictures'>): readonly {
  readonly step: StepName;
  readonly progress: StepState;
}[] {
  const now = step === undefined ? -1 : AUDIT_STEPS.indexOf(step);
  const at = state === 'done' ? AUDIT_STEPS.length : now;
  const isSeen = (name: StepName) => pictures.some((file) => file.startsWith(`${name}.`));
  return AUDIT_STEPS.map((name, index) => {
    if (index >= at) return { step: name, progress: index === at ? 'now' : 'next' };
    return { step: name, progress: IN_BROWSER.includes(name) && !isSeen(name) ? 'left-out' : 'done' };
  });
}
