/**
 * What the browser is started with beside Playwright's own flags, so that nothing leaves but through the proxy, and
 * nothing that the visited page has not asked for. No `--disable-features`: a second one would replace Playwright's.
 */
export const FLAGS = {
  /** No name is resolved by the browser. */
  noResolver: '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  webrtc: '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  forcedWebrtc: '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  noQuic: '--disable-quic',
  noPings: '--no-pings',
  noBackground: '--disable-background-networking',
  noUpdates: '--disable-component-update',
  noReports: '--disable-domain-reliability',
  /** The forms of the visited page are told to nobody; with an address that leads nowhere there is no request. */
  noFormReports: '--autofill-server-url=about:blank',
  noPermissions: '--deny-permission-prompts',
  noLateFetches: '--disable-blink-features=SharedWorker,FetchLaterAPI',
} as const;

export type Flag = keyof typeof FLAGS;
