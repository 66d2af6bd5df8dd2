/** The three engines that visitors of the site use. */
export const ENGINES = ['Chromium', 'Firefox', 'WebKit'] as const;
export type Engine = (typeof ENGINES)[number];

/** What it takes to drive WebKit: its WebDriver, the browser that it opens, and a screen for that browser. */
export interface WebKitPrograms {
  readonly driver: string;
  readonly miniBrowser: string;
  readonly xvfb: string;
}
