import type { Conditions } from '../audit-facts.ts';

export interface Device {
  readonly name: 'phone' | 'desktop';
  readonly conditions: Conditions;
  /** What stands in the agent string in the place of the machine. */
  readonly system: string;
  readonly mobile: boolean;
  /** How long the page is left alone after its load before anything is measured, in milliseconds. */
  readonly settleMs: number;
  /** How long its load may take in all, in milliseconds. */
  readonly budgetMs: number;
}

/** A good 4G line: 10 Mbit/s with 40 ms. The processor is not slowed. */
export const PHONE: Device = {
  name: 'phone',
  conditions: { width: 390, height: 844, deviceScaleFactor: 2, downloadMbps: 10, latencyMs: 40 },
  system: 'Linux; Android 10; K',
  mobile: true,
  settleMs: 3_500,
  budgetMs: 26_000,
};

export const DESKTOP: Device = {
  name: 'desktop',
  conditions: { width: 1_440, height: 900, deviceScaleFactor: 1 },
  system: 'X11; Linux x86_64',
  mobile: false,
  settleMs: 1_000,
  budgetMs: 18_000,
};

/** A browser's agent string with our name and address in it. */
export function browserAgent(device: Device, browserVersion: string, ownAgent: string): string {
  const major = browserVersion.split('.', 1)[0];
  const kind = device.mobile ? 'Mobile Safari' : 'Safari';
  const engine = `AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 ${kind}/537.36`;
  return `Mozilla/5.0 (${device.system}) ${engine} ${ownAgent.replace(/^Mozilla\/5\.0 /, '')}`;
}
