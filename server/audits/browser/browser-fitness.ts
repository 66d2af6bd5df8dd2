import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BrowserAbsence } from '#domain/audit.ts';

/** Whether audits can use a browser here, and otherwise why not. For `doctor` as for the audit. */
export type Fitness =
  | { readonly usable: true; readonly program: string }
  | { readonly usable: false; readonly why: BrowserAbsence };

/** What the machine is like; tests bring another. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly uid: number | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly isProgram: (path: string) => boolean;
  /** Whether a process may make a user namespace, which Chromium's sandbox needs. */
  readonly userNamespaces: () => boolean;
}

/** Not Debian's `/usr/bin/chromium`: that is a script that adds flags of its own. */
const PROGRAMS = [
  '/usr/lib/chromium/chromium',
  '/usr/lib/chromium-browser/chromium-browser',
  '/opt/google/chrome/chrome',
];

/** Playwright sends loopback addresses past the proxy when this is set. */
const FORBIDDEN_SETTING = 'PLAYWRIGHT_DISABLE_FORCED_CHROMIUM_PROXIED_LOOPBACK';

interface FitnessOptions {
  /** The browser's program; the system's when absent. */
  readonly program?: string | undefined;
  /** False only in tests: without it nothing is asked of the account or of namespaces. */
  readonly sandbox?: boolean;
}

/** Without starting anything: what would keep an audit from opening pages in a browser on this machine. */
export function browserFitness(options: FitnessOptions = {}, machine: Machine = thisMachine()): Fitness {
  const { sandbox = true } = options;
  const absent = (why: BrowserAbsence): Fitness => ({ usable: false, why });
  if (machine.platform !== 'linux') return absent('not-linux');
  if (machine.env[FORBIDDEN_SETTING] !== undefined) return absent('proxy-disabled');
  const program = (options.program === undefined ? PROGRAMS : [options.program]).find(machine.isProgram);
  if (program === undefined) return absent('not-found');
  if (!sandbox) return { usable: true, program };
  if (machine.uid === 0) return absent('root');
  const helper = join(dirname(program), 'chrome-sandbox');
  if (!machine.isProgram(helper) && !machine.userNamespaces()) return absent('no-sandbox');
  return { usable: true, program };
}

function thisMachine(): Machine {
  return {
    platform: process.platform,
    uid: process.getuid?.(),
    env: process.env,
    isProgram(path) {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    },
    userNamespaces: () => {
      namespaces ??=
        spawnSync('unshare', ['--user', '--map-root-user', 'true'], { timeout: 5_000 }).status === 0;
      return namespaces;
    },
  };
}

/** Asked once in a process: each audit would stop the server for as long as a program takes to start. */
let namespaces: boolean | undefined;
