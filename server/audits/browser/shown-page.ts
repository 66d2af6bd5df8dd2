import type { CDPSession } from 'playwright-core';
import type { BrowserAbsence } from '#domain/audit.ts';
import type { PageFacts } from '../facts/page-facts.ts';
import { refusesVisit } from '../probe/end-of.ts';
import { readPageAside } from '../probe/html/read-page-aside.ts';

/** The window shows something else than the site's page: nothing that is measured of it says anything of the site. */
export class NotThePage extends Error {
  readonly why: Extract<BrowserAbsence, 'refused' | 'page-error'>;

  constructor(why: NotThePage['why']) {
    super(why);
    this.name = 'NotThePage';
    this.why = why;
  }
}

/** The status of what the window shows: of the last document, since a wall may lead on to the page by itself. */
export async function watchStatus(session: CDPSession): Promise<() => number | undefined> {
  const { frameTree } = await session.send('Page.getFrameTree');
  let status: number | undefined;
  session.on('Network.responseReceived', ({ type, frameId, response }) => {
    if (type === 'Document' && frameId === frameTree.frame.id) status = response.status;
  });
  return () => status;
}

/**
 * What stands in a page as the browser shows it; undefined when reading it takes too much time or memory.
 * Throws `NotThePage` where an error, a test for programs or a reserved name is shown in its place.
 */
export async function shownPage(
  html: string,
  url: string,
  status: number | undefined,
): Promise<PageFacts | undefined> {
  if (status !== undefined && refusesVisit(status)) throw new NotThePage('refused');
  if (status !== undefined && status >= 400) throw new NotThePage('page-error');
  const read = await readPageAside({ html, url, rendered: true });
  if (read?.kind === 'wall') throw new NotThePage('refused');
  if (read?.kind === 'parked') throw new NotThePage('page-error');
  return read?.facts;
}
