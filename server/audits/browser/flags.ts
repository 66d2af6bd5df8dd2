/**
 * The features that Playwright disables. Chromium reads only the last `--disable-features` of its command line, and ours
 * comes after Playwright's: it has to repeat that list.
 */
export const SWITCHED_OFF_BY_PLAYWRIGHT = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'TcpPortRandomizationWin'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  ...['msForceBrowserSignIn', 'msEdgeUpdateLaunchServicesPreferredVersion'],
];

/** The two pages that Chromium loads for the suggestions of each window's address bar, in a process of 160 MB. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/**
 * The browser's command-line flags besides those that Playwright sets. They keep all traffic within the proxy. They also
 * stop requests that the visited page did not cause, and pages of the browser's own interface, which is not shown.
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
