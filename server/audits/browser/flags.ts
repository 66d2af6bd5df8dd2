/**
 * The browser's command-line flags besides those that Playwright sets. They keep all traffic within the proxy, and stop
 * requests that the browser makes for itself rather than for the visited page. `--disable-features` cannot be among
 * them: Playwright sets it already, and of two the browser reads only the last.
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
  /** Chromium asks an autofill service on the internet what the fields of each form are. This URL names no service. */
  noFormReports: '--autofill-server-url=about:blank',
  noPermissions: '--deny-permission-prompts',
  noLateFetches: '--disable-blink-features=SharedWorker,FetchLaterAPI',
} as const;

export type Flag = keyof typeof FLAGS;
