/** Whether a proxy of another machine may answer visitors in the server's place, as a CDN does. */
export function hidesVisits(trustProxy: readonly string[]): boolean {
  return trustProxy.some((network) => !/^(127\.|::1(\/|$))/.test(network));
}
