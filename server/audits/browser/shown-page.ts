import type { CDPSession } from 'playwright-core';
import type { BrowserAbsence } from '#domain/audit.ts';
import { ResponseHeaders } from '../../outgoing/tolerant-response.ts';
import type { PageFacts, TlsFacts } from '../audit-facts.ts';
import { readPageAside, refusesVisit } from '../probe/answer.ts';

/** The window shows something else than the site's page: nothing that is measured of it says anything of the site. */
export class NotThePage extends Error {
  readonly why: Extract<BrowserAbsence, 'refused' | 'page-error'>;

  constructor(why: NotThePage['why']) {
    super(why);
    this.name = 'NotThePage';
    this.why = why;
  }
}

/** Times in seconds. */
interface Details {
  readonly protocol: string;
  readonly issuer: string;
  readonly validFrom: number;
  readonly validTo: number;
}

/** What the site answered with to the browser, of what the window shows. */
export interface DocumentFacts {
  readonly url: string;
  readonly status: number;
  readonly type: string;
  readonly headers: ResponseHeaders;
  /** Absent without TLS; what the browser shows, it trusts. */
  readonly tls?: TlsFacts;
}

/** Of the last document, since a wall may lead on to the page by itself. */
export async function watchDocument(session: CDPSession): Promise<() => DocumentFacts | undefined> {
  const { frameTree } = await session.send('Page.getFrameTree');
  let last: DocumentFacts | undefined;
  session.on('Network.responseReceived', ({ type, frameId, response }) => {
    if (type !== 'Document' || frameId !== frameTree.frame.id) return;
    const headers = new ResponseHeaders();
    for (const [name, value] of Object.entries(response.headers))
      for (const one of value.split('\n')) headers.add(name, one);
    const { securityDetails: details, status, url, mimeType } = response;
    last = { url, status, type: mimeType, headers, ...(details && { tls: tlsFacts(details) }) };
  });
  return () => last;
}

function tlsFacts({ protocol, issuer, validFrom, validTo }: Details): TlsFacts {
  return {
    trusted: true,
    protocol: protocol.replace(/^TLS (1\.\d)$/, 'TLSv$1').replace('QUIC', 'TLSv1.3'),
    issuer: issuer.slice(0, 100),
    validFrom: new Date(validFrom * 1_000).toISOString(),
    validTo: new Date(validTo * 1_000).toISOString(),
  };
}

/**
 * What stands in a page as the browser shows it; undefined when reading it takes too much time or memory.
 * @param sentStatus what the page came with before, without a browser
 * Throws `NotThePage` where an error, a test for programs or a reserved name is shown in its place.
 */
export async function shownPage(
  html: string,
  url: string,
  document: DocumentFacts | undefined,
  sentStatus?: number,
): Promise<PageFacts | undefined> {
  // What the probe has found to be a page is none of an error, whatever it is called.
  const status = document?.status === sentStatus ? 200 : document?.status;
  if (status !== undefined && refusesVisit(status)) throw new NotThePage('refused');
  // A text or a picture is wrapped into a page that the browser makes.
  if (status !== undefined && (status >= 400 || !/html|xml/i.test(document?.type ?? '')))
    throw new NotThePage('page-error');
  const read = await readPageAside({ html, url, rendered: true });
  if (read?.kind === 'wall') throw new NotThePage('refused');
  if (read?.kind === 'parked') throw new NotThePage('page-error');
  return read?.facts;
}
