import type { CDPSession } from 'playwright-core';
import { within } from '../../system/within.ts';

export interface Isolated {
  /** The value of an expression, awaited; rejects when it throws or takes longer. */
  readonly evaluate: <T>(expression: string, ms: number) => Promise<T>;
}

/** A JavaScript world beside the page's: it sees the document, and the page cannot change what it runs. */
export async function isolatedWorld(session: CDPSession): Promise<Isolated> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'audit',
  });
  return {
    async evaluate<T>(expression: string, ms: number) {
      const running = session.send('Runtime.evaluate', {
        expression,
        contextId: executionContextId,
        awaitPromise: true,
        returnByValue: true,
        timeout: ms,
      });
      const { result, exceptionDetails } = await within(ms + 500, running);
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
      return result.value as T;
    },
  };
}
