import { availableParallelism, loadavg } from 'node:os';
import type { StepName, VisitEnd } from '#domain/audit.ts';
import type { Instant } from '#domain/instant.ts';
import type { Network } from '../../outgoing/network.ts';
import { bareHost } from '../../outgoing/typed-address.ts';
import { type VettedHosts, vettedHosts } from '../../outgoing/vetted-hosts.ts';
import {
  type BrowserFacts,
  boundedFacts,
  FACTS_VERSION,
  type Facts,
  type LegalPageFacts,
  type PageFacts,
  type PagePicture,
} from '../audit-facts.ts';
import type { BrowserSeams } from '../browser/launch-browser.ts';
import { type BrowserLimits, type Measured, measureInBrowser } from '../browser/measure-in-browser.ts';
import { siteOf } from '../hosts.ts';
import { agentString, type Visitor } from '../probe/get.ts';
import { legalPages, type Probed, probe, shownFacts, siteRobots } from '../probe/probe.ts';

export interface VisitDeps {
  readonly network: Network;
  readonly now: () => Instant;
  /** Where a site's owner can read who we are; part of the agent string. Its host's numbers are never visited. */
  readonly publicUrl: string;
  /** Further IP addresses under which this server is reached from outside; an audit never visits them. */
  readonly ownAddresses: readonly string[];
  /** How many threads want each processor of this machine, as an average of the last minute; what the system says when absent. */
  readonly load?: () => number;
  /** False: HTTP only. */
  readonly browser: boolean;
  /** The browser's program; the system's when absent. */
  readonly chromium?: string | undefined;
  /** Aborts when nobody waits for the result any more: connections and browser are then ended at once. */
  readonly signal?: AbortSignal;
  readonly limits?: AuditLimits;
  /** Authorities to trust, PEM, and how the browser is started: tests only. */
  readonly seams?: { readonly ca?: readonly string[]; readonly browser?: BrowserSeams };
}

interface AuditLimits {
  /** Of the part over HTTP. */
  readonly probeMs: number;
  readonly browser?: BrowserLimits;
}

/** One thing that an audit begins to look at; with the picture, or what was seen so far, once it has one. */
export interface AuditStep {
  readonly step: StepName;
  readonly picture?: PagePicture;
  readonly facts?: Facts;
}

export interface VisitResult {
  readonly facts: Facts;
  readonly pictures: readonly PagePicture[];
}

export interface AskedAddress {
  /** Absolute, as `readTypedAddress` gives it. */
  readonly url: string;
  readonly schemeTyped: boolean;
}

const LIMITS: AuditLimits = { probeMs: 25_000 };
/** An audit alone keeps about one thread for each processor of a small machine. */
const BUSY_LOAD = 3;

/**
 * One visit to one site, over HTTP and then in a browser. Whatever the site does, it resolves, and `facts.visit.end`
 * says how the visit ended. It rejects only once the signal aborts.
 * @param onStep told of each step as it begins, of each picture, and of what was seen over HTTP, as they are there
 */
export async function runAudit(
  asked: AskedAddress,
  deps: VisitDeps,
  onStep: (step: AuditStep) => void = () => {},
): Promise<VisitResult> {
  const { load = loadPerProcessor } = deps;
  const measuredAt = new Date(deps.now()).toISOString();
  const loadBefore = load();
  onStep({ step: 'address' });
  // One for the whole audit: a name keeps the numbers that it had at first.
  const hosts = vettedHosts(deps.network, {
    own: deps.ownAddresses,
    ownHost: bareHost(new URL(deps.publicUrl)),
  });
  const factsWith = (
    probed: Probed,
    browser: BrowserFacts,
    legal: readonly LegalPageFacts[] = [],
    page = probed.page,
  ): Facts => ({
    version: FACTS_VERSION,
    asked: asked.url,
    url: probed.url,
    measuredAt,
    visit: probed.visit,
    ...(Math.max(loadBefore, load()) > BUSY_LOAD && { busy: true as const }),
    ...(probed.http && { http: probed.http }),
    ...(page && { page }),
    legal,
    browser,
  });
  const visitor = visitorOf(hosts, deps);
  const robots = siteRobots(visitor);
  const probed = await probe(new URL(asked.url), asked.schemeTyped, visitor, robots, (step, seen) => {
    const facts = seen && factsWith(seen, { measured: false, why: 'not-visited' });
    onStep({ step, ...(facts && boundedFacts(facts) === facts && { facts }) });
  });
  deps.signal?.throwIfAborted();
  // At the same time: neither needs the other's result, and the visitor waits for both.
  const [early, measured] = await Promise.all([
    probed.page ? legalPages(probed.page.legalLinks, new URL(probed.url), visitor, robots) : [],
    measure(probed, hosts, deps, onStep),
  ]);
  deps.signal?.throwIfAborted();
  const shown = await seenByBrowserOnly(asked, probed, measured, visitorOf(hosts, deps));
  deps.signal?.throwIfAborted();
  onStep({ step: 'report' });
  const facts = shown
    ? factsWith(shown.probed, measured.facts, shown.legal, measured.page)
    : factsWith(
        probed,
        probed.visit.end === 'seen' ? measured.facts : { measured: false, why: 'not-visited' },
        early,
        pageToJudge(measured.page, probed.page),
      );
  const kept = boundedFacts(facts);
  return { facts: kept, pictures: kept === facts && facts.browser.measured ? measured.pictures : [] };
}

/**
 * Where the probe saw no page and the browser shows one, what the browser saw is what there is: a site is never said to
 * be silent, or reserved, that every visitor sees. Undefined in every other case.
 * @param visitor with time of its own, since the probe may have used up all of it
 */
async function seenByBrowserOnly(
  asked: AskedAddress,
  { visit }: Probed,
  { page, document, facts }: Measured,
  visitor: Visitor,
): Promise<{ readonly probed: Probed; readonly legal: readonly LegalPageFacts[] } | undefined> {
  if (visit.end === 'seen' || page === undefined || document === undefined || !facts.measured)
    return undefined;
  const robots = siteRobots(visitor);
  const url = new URL(document.url);
  url.hash = '';
  const to = siteOf(url.hostname);
  const probed: Probed = {
    url: url.href,
    visit: {
      end: 'seen',
      status: document.status,
      ...(visit.deadName !== undefined && { deadName: visit.deadName }),
      ...(to !== siteOf(new URL(asked.url).hostname) && { elsewhere: to }),
    },
    http: await shownFacts({ ...document, url }, robots),
  };
  return { probed, legal: await legalPages(page.legalLinks, url, visitor, robots) };
}

function loadPerProcessor(): number {
  return (loadavg()[0] ?? 0) / availableParallelism();
}

/** What every HTTP request of an audit is sent with. Its signal aborts when the time limit of the HTTP part is over. */
function visitorOf(hosts: VettedHosts, deps: VisitDeps): Visitor {
  const limit = AbortSignal.timeout((deps.limits ?? LIMITS).probeMs);
  return {
    hosts,
    userAgent: agentString(deps.publicUrl),
    signal: deps.signal ? AbortSignal.any([deps.signal, limit]) : limit,
    ca: deps.seams?.ca,
  };
}

/**
 * How the probe's visit may have ended though a browser may still arrive. Not among them: a site that has refused us, one
 * that asks us to stay out, and what cannot be dialled.
 */
const WORTH_SHOWING: readonly VisitEnd[] = ['seen', 'redirect-loop', 'too-large', 'parked', 'too-slow'];

async function measure(
  probed: Probed,
  hosts: VettedHosts,
  deps: VisitDeps,
  onStep: (step: AuditStep) => void,
): Promise<Measured> {
  const silent = probed.visit.end === 'unreachable' && probed.connected;
  if (!silent && !WORTH_SHOWING.includes(probed.visit.end))
    return { facts: { measured: false, why: 'not-visited' }, pictures: [] };
  if (!deps.browser) return { facts: { measured: false, why: 'off' }, pictures: [] };
  const { publicUrl, chromium, signal, limits, seams } = deps;
  return measureInBrowser(
    probed.url,
    {
      program: chromium,
      hosts,
      userAgent: agentString(publicUrl),
      ...(probed.visit.end === 'seen' && { sentStatus: probed.visit.status }),
      limits: limits?.browser,
      signal,
      seams: seams?.browser,
    },
    (step, picture) => onStep({ step, ...(picture && { picture }) }),
  );
}

/**
 * The document that the checks read: as the browser showed it, where it did, since that is what a visitor has before
 * the eyes; as it was sent otherwise, and then no check is red for what a script might still add. Legal links count
 * from either: a script may hide what was sent.
 */
function pageToJudge(rendered: PageFacts | undefined, sent: PageFacts | undefined): PageFacts | undefined {
  if (rendered === undefined) return sent;
  const legalLinks = { ...sent?.legalLinks, ...rendered.legalLinks };
  return { ...rendered, legalLinks };
}
