import type { BrowserAbsence } from '#domain/audit.ts';
import type { VettedHosts } from '../../outgoing/vetted-hosts.ts';
import type { BrowserFacts, PageFacts, PagePicture } from '../audit-facts.ts';
import { browserFitness, type Fitness } from './browser-fitness.ts';
import { type BrowserSeams, launchBrowser, type StartedBrowser } from './launch-browser.ts';
import { DESKTOP, type Loaded, loadPage, PHONE } from './load-page.ts';
import { openPinningProxy, type PinningProxy, type ProxyRefusal } from './pinning-proxy.ts';
import { memoryMbOf, treeOf } from './process-tree.ts';
import { type DocumentFacts, NotThePage } from './shown-page.ts';

export interface BrowserDeps {
  /** The browser's program; the system's when absent. */
  readonly program?: string | undefined;
  readonly hosts: VettedHosts;
  /** What we call ourselves. */
  readonly userAgent: string;
  readonly limits?: BrowserLimits | undefined;
  /** What the page came with when it was asked for without a browser. */
  readonly sentStatus?: number | undefined;
  /** Ends the browser at once when it aborts. */
  readonly signal?: AbortSignal | undefined;
  readonly onRefusal?: ((refusal: ProxyRefusal) => void) | undefined;
  /** Ports that the proxy dials: 80 and 443 when absent, and in tests those of a trap. */
  readonly ports?: readonly number[] | undefined;
  /** Tests only. */
  readonly seams?: BrowserSeams | undefined;
}

export interface BrowserLimits {
  readonly lifeMs: number;
  readonly memoryMb: number;
}

export interface Measured {
  readonly facts: BrowserFacts;
  readonly pictures: readonly PagePicture[];
  /** What stands in the phone's document after its load, and what the site answered it with. */
  readonly page?: PageFacts;
  readonly document?: DocumentFacts;
}

const LIMITS: BrowserLimits = { lifeMs: 50_000, memoryMb: 1_024 };
const WATCH_MS = 200;
/** Which processes there are is asked less often than how large they are: it means reading each thread's list. */
const LOOKS_PER_LIST = 5;

/**
 * One phone load and one desktop load. The browser reaches the network through a proxy of its own alone, and is
 * ended as a whole when its time or memory is over; what was measured until then stays.
 */
export async function measureInBrowser(
  url: string,
  deps: BrowserDeps,
  onStep: (step: 'phone' | 'desktop', picture?: PagePicture) => void,
): Promise<Measured> {
  const fitness: Fitness = browserFitness({ program: deps.program, sandbox: deps.seams?.sandbox ?? true });
  if (!fitness.usable) return absent(fitness.why);
  const { hosts, ports, onRefusal, limits = LIMITS } = deps;
  const proxy = await openPinningProxy({ hosts, ports, onRefusal });
  try {
    const started = await start(fitness.program, proxy, deps);
    return typeof started === 'string'
      ? absent(started)
      : await measure(url, started, proxy, deps, limits, onStep);
  } finally {
    await proxy.close();
  }
}

async function start(
  program: string,
  proxy: PinningProxy,
  { seams }: BrowserDeps,
): Promise<StartedBrowser | BrowserAbsence> {
  try {
    return await launchBrowser({ program, proxy, seams });
  } catch (error) {
    return /no usable sandbox|sandbox_host|namespace/i.test(String(error)) ? 'no-sandbox' : 'start-failed';
  }
}

async function measure(
  url: string,
  started: StartedBrowser,
  proxy: PinningProxy,
  { userAgent, signal, sentStatus }: BrowserDeps,
  limits: BrowserLimits,
  onStep: (step: 'phone' | 'desktop', picture?: PagePicture) => void,
): Promise<Measured> {
  const { browser } = started;
  const guard = watch(started, limits, signal);
  const load = async (device: typeof PHONE): Promise<Loaded> => {
    const onPicture = (picture: PagePicture) => onStep(device.name, picture);
    const loaded = await loadPage(browser, url, device, userAgent, { sentStatus, onPicture });
    if (!proxy.isCut()) return loaded;
    // Of a connection that was cut the browser says less than has come.
    const bytes = Math.max(loaded.facts.bytes, proxy.bytes());
    return { ...loaded, facts: { ...loaded.facts, bytes, partial: true } };
  };
  let phone: Loaded | undefined;
  let desktop: Loaded | undefined;
  let failure: BrowserAbsence | undefined;
  try {
    onStep('phone');
    phone = await load(PHONE);
    proxy.renew();
    onStep('desktop');
    desktop = await load(DESKTOP);
  } catch (error) {
    failure = whyOf(error);
  } finally {
    guard.stop();
    await started.kill();
  }
  if (phone === undefined) return absent(guard.ended() ?? failure ?? 'page-error');
  return {
    facts: {
      measured: true,
      version: browser.version(),
      phone: phone.facts,
      ...(desktop && { desktop: desktop.facts }),
      refused: tally(proxy.refusals),
    },
    pictures: [phone.picture, ...(desktop ? [desktop.picture] : []), ...phone.film],
    ...(phone.page && { page: phone.page }),
    ...(phone.document && { document: phone.document }),
  };
}

/** Ends the browser at its limits and when nobody waits any more, and remembers which limit it was. */
function watch({ pid, kill }: StartedBrowser, { lifeMs, memoryMb }: BrowserLimits, signal?: AbortSignal) {
  let ended: BrowserAbsence | undefined;
  const end = (why: BrowserAbsence) => {
    ended ??= why;
    void kill();
  };
  const life = setTimeout(end, lifeMs, 'time-limit');
  const abort = () => void kill();
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  let looks = 0;
  let pids: readonly number[] = [];
  const memory = setInterval(() => {
    if (looks % LOOKS_PER_LIST === 0) pids = treeOf(pid);
    looks += 1;
    if (memoryMbOf(pids) > memoryMb) end('memory-limit');
  }, WATCH_MS);
  return {
    ended: () => ended,
    stop() {
      signal?.removeEventListener('abort', abort);
      clearTimeout(life);
      clearInterval(memory);
    },
  };
}

function whyOf(error: unknown): BrowserAbsence {
  if (error instanceof NotThePage) return error.why;
  return /not done within/i.test(String(error)) ? 'time-limit' : 'page-error';
}

function absent(why: BrowserAbsence): Measured {
  return { facts: { measured: false, why }, pictures: [] };
}

function tally(refusals: readonly ProxyRefusal[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { reason } of refusals) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return Object.fromEntries(counts);
}
