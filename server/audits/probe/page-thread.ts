import { parentPort, workerData } from 'node:worker_threads';
import type { PageFacts } from '../audit-facts.ts';
import { metaRefresh } from './html-tree.ts';
import { isRealPage, type PageKind, pageKind, readPage } from './read-page.ts';

/** The thread that reads one page: whatever stands in it, nobody waits for it here. */

export interface PageWork {
  readonly html: string;
  readonly url: string;
  readonly rendered: boolean;
}

export interface ReadPage {
  readonly facts: PageFacts;
  readonly kind: PageKind;
  /** Whether it is a page like others, whatever status it came with. */
  readonly isReal: boolean;
  /** Where the page itself leads on to, at once or soon. */
  readonly refresh?: string;
}

const { html, url, rendered } = workerData as PageWork;
const facts = readPage(html, url, rendered);
const refresh = rendered ? undefined : metaRefresh(html, url);
const kind = pageKind(html, facts.title);
const isReal = isRealPage(facts, html);
parentPort?.postMessage({ facts, kind, isReal, ...(refresh && { refresh }) } satisfies ReadPage);
