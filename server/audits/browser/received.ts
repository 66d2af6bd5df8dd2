import type { CDPSession } from 'playwright-core';

export interface Received {
  /** Looks up the bytes received so far, by address, of answers that are still incomplete. */
  readonly ofIncomplete: () => { readonly take: (url: string) => number };
  /** Bytes received so far of incomplete answers that may bring more. */
  readonly stillComing: () => number;
}

/** Counts bytes as they come over the wire, which Playwright says of complete answers only. */
export async function watchReceived(session: CDPSession): Promise<Received> {
  const incomplete = new Map<string, { readonly url: string; bytes: number; ended: boolean }>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    incomplete.set(requestId, { url: request.url, bytes: 0, ended: false });
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const one = incomplete.get(requestId);
    if (one !== undefined) one.bytes += encodedDataLength;
  });
  session.on('Network.loadingFinished', ({ requestId }) => incomplete.delete(requestId));
  session.on('Network.loadingFailed', ({ requestId }) => {
    const one = incomplete.get(requestId);
    if (one !== undefined) one.ended = true;
  });
  await session.send('Network.enable');
  return {
    ofIncomplete() {
      const bytesOf = new Map<string, number>();
      for (const { url, bytes } of incomplete.values()) bytesOf.set(url, (bytesOf.get(url) ?? 0) + bytes);
      return {
        take(url) {
          const bytes = bytesOf.get(url) ?? 0;
          // Several requests may have one address: together they count once.
          bytesOf.delete(url);
          return bytes;
        },
      };
    },
    stillComing: () =>
      [...incomplete.values()].reduce((sum, { bytes, ended }) => sum + (ended ? 0 : bytes), 0),
  };
}
