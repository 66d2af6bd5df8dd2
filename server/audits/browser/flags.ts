/** What Playwright switches off: of two `--disable-features` the browser reads only the last, so ours repeats its list. */
export const SWITCHED_OFF_BY_PLAYWRIGHT = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'TcpPortRandomizationWin'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  ...['msForceBrowserSignIn', 'msEdgeUpdateLaunchServicesPreferredVersion'],
];

/** Two pages that the browser loads for the address bar of each window, in a process with 160 MB. No window is seen here. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/**
 * The browser's command-line flags besides those that Playwright sets. They keep all traffic within the proxy, and stop
 * requests and work that the browser makes for itself rather than for the visited page.
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
  noAddressBar: `--disable-features=${[...SWITCHED_OFF_BY_PLAYWRIGHT, ...ADDRESS_BAR].join()}`,
  noLateFetches: '--disable-blink-features=SharedWorker,FetchLaterAPI',
} as const;

export type Flag = keyof typeof FLAGS;
