import type { CDPSession } from 'playwright-core';

export interface Received {
  /** What has come so far of answers that have not ended, or never will. */
  readonly ofIncomplete: () => { readonly take: (url: string) => number };
}

/** Counts bytes as they come over the wire, which Playwright says of complete answers only. */
export async function watchReceived(session: CDPSession): Promise<Received> {
  const coming = new Map<string, { readonly url: string; bytes: number }>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    coming.set(requestId, { url: request.url, bytes: 0 });
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const one = coming.get(requestId);
    if (one !== undefined) one.bytes += encodedDataLength;
  });
  session.on('Network.loadingFinished', ({ requestId }) => coming.delete(requestId));
  await session.send('Network.enable');
  return {
    ofIncomplete() {
      const bytesOf = new Map<string, number>();
      for (const { url, bytes } of coming.values()) bytesOf.set(url, (bytesOf.get(url) ?? 0) + bytes);
      return {
        take(url) {
          const bytes = bytesOf.get(url) ?? 0;
          // Several requests may have one address: together they count once.
          bytesOf.delete(url);
          return bytes;
        },
      };
    },
  };
}
