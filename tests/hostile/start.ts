import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ensureProgram, isRoot } from '../support/machine.ts';
import type { Row } from './row.ts';

/** What this machine lacks for the measurement; undefined when nothing. */
export function whyNot(): string | undefined {
  if (!isRoot()) return 'It makes network namespaces: run it as root';
  const missing = ['unshare', 'nsenter', 'setpriv'].filter((name) => !ensureProgram(name, 'util-linux'));
  if (!ensureProgram('ip', 'iproute2')) missing.push('ip');
  return missing.length === 0 ? undefined : `Missing on this machine: ${missing.join(', ')}`;
}

/** How much of it is done. */
export interface Dose {
  /** How long each of the two times takes: without audits, and beside them. */
  readonly seconds: number;
  /** How many of the hostile sites, the first ones. */
  readonly sites: number;
  /** As the setting; in a browser an audit takes ten times as long. */
  readonly audits: 'full' | 'http';
}

/**
 * Measures visitors' requests without audits and then beside those of hostile sites, in namespaces of its own.
 * @param folder holds a built site as `dist`; database and log are written there
 */
export async function measureHostile(folder: string, dose: Dose): Promise<readonly Row[]> {
  const program = join(import.meta.dirname, 'measure.ts');
  const child = spawn('unshare', ['--net', process.execPath, program, folder, JSON.stringify(dose)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (code !== 0) throw new Error(`The measurement ended with ${code}: ${output}`);
  return JSON.parse(output) as Row[];
}
