import { type ChildProcess, spawn } from 'node:child_process';
import { findPackageJSON } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { AUDIT_STEPS } from '#domain/audit.ts';
import type { Instant } from '#domain/instant.ts';
import { ownAddresses } from '../../outgoing/network.ts';
import {
  newAuditFolder,
  parentOfAuditFolders,
  removeAuditFolder,
  removeLeftAuditFolders,
} from '../browser/audit-folder.ts';
import { childrenOf, lowerSession, lowestPriority, memoryMbOf, treeOf } from '../browser/process-tree.ts';
import {
  type AuditEngine,
  AuditKilled,
  type AuditRun,
  type EnvironmentModule,
  fromSent,
  type Order,
  type ProcessLine,
} from './audit-protocol.ts';
import type { VisitResult } from './run-audit.ts';

/** The checkout. */
const ROOT = dirname(findPackageJSON(import.meta.url) ?? fileURLToPath(import.meta.url));
const PROGRAM = fileURLToPath(new URL('./audit-program.ts', import.meta.url));

/** Past them the process is killed, whatever it is doing. Its browser has limits of its own. */
export interface ProcessLimits {
  /** Longer than every limit of `runAudit` together, in milliseconds. */
  readonly lifeMs: number;
  /** Memory of the process, in mebibytes; where it drives a browser, `DRIVER_MB` more. */
  readonly memoryMb: number;
  /** Bytes that it may say: steps, facts and pictures. */
  readonly outputBytes: number;
}

const LIMITS: ProcessLimits = { lifeMs: 100_000, memoryMb: 256, outputBytes: 12_000_000 };
/** What driving a browser takes, and the pictures of its pages. */
const DRIVER_MB = 128;
const WATCH_MS = 100;
/** How long a process that nobody waits for may take to end its browser. */
const ENDING_MS = 1_000;
/** What is kept of its error output: the cause of a crash. */
const MOST_STDERR = 1_000;

export interface AuditProcessOptions {
  readonly publicUrl: string;
  /** The browser's program; the system's when absent. */
  readonly chromium?: string | undefined;
  readonly now: () => Instant;
  /** In the place of the real network; tests only. */
  readonly environment?: EnvironmentModule;
  readonly limits?: Partial<ProcessLimits>;
}

/** An engine that gives every audit a process of its own, which ends with it. */
export function auditProcesses({
  publicUrl,
  chromium,
  now,
  environment,
  limits,
}: AuditProcessOptions): AuditEngine {
  let cleaned: Promise<void> | undefined;
  return async (asked, run) => {
    const parent = parentOfAuditFolders(process.env.TMPDIR);
    // Servers leave folders behind when they are killed, and then are started again.
    cleaned ??= removeLeftAuditFolders(parent);
    await cleaned;
    const order: Order = {
      ...{ asked, browser: run.browser, publicUrl, chromium, environment },
      ...{ ownAddresses: ownAddresses(), now: now() },
    };
    const most = { ...LIMITS, ...limits };
    const folder = await newAuditFolder(parent);
    try {
      const memoryMb = most.memoryMb + (run.browser ? DRIVER_MB : 0);
      return await runInProcess(order, run, { ...most, memoryMb }, folder);
    } finally {
      await removeAuditFolder(folder);
    }
  };
}

/**
 * @param folder for everything that the process and its browser write; this account's alone
 * @throws `AuditKilled` when the process ended without facts or said what no
 *   audit says; the signal's reason when it aborts; the system's error when no process could be started
 */
async function runInProcess(
  order: Order,
  { signal, onStep }: AuditRun,
  limits: ProcessLimits,
  folder: string,
): Promise<VisitResult> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, [...permissions(order, folder), '--enable-source-maps', PROGRAM], {
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    // A session, so that where sessions share the processor this one can be lowered as a whole.
    detached: true,
    env: environmentOf(process.env, folder),
  });
  const ended = new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, ending) => resolve(`${ending ?? `exit status ${code}`}`));
  });
  // Where no process could be started there is nothing to write to or to watch.
  if (child.pid === undefined) throw await ended;
  lowestPriority(child.pid);
  lowerSession(child.pid);
  let audit: VisitResult | undefined;
  let killed: string | undefined;
  const kill = (why: string) => {
    killed ??= why;
    killTree(child);
  };
  const guard = watch(child, limits, signal, kill, order.browser);
  const lines = child.stdio[3] as Readable;
  let bytes = 0;
  lines.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > limits.outputBytes) kill('it said too much');
  });
  createInterface({ input: lines }).on('line', (line) => {
    if (killed !== undefined) return;
    // Whoever gets a foreign program to run in that process may say anything here, and this is the server's thread.
    try {
      const read = readLine(line);
      if ('audit' in read) {
        const { facts, pictures } = read.audit;
        audit = { facts, pictures: pictures.map(fromSent) };
      } else {
        const { picture, ...step } = read;
        onStep({ ...step, ...(picture && { picture: fromSent(picture) }) });
      }
    } catch (error) {
      kill(`it said what no audit says (${error instanceof Error ? error.name : error})`);
    }
  });
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderr = `${stderr}${chunk}`.slice(-MOST_STDERR)));
  child.stdin?.on('error', () => {}).write(`${JSON.stringify(order)}\n`);
  const ending = await ended.finally(guard.stop);
  signal.throwIfAborted();
  if (audit === undefined) throw new AuditKilled(`${killed ?? ending} ${stderr}`.trim());
  return audit;
}

const sentPicture = z.object({
  name: z.union([z.enum(['phone', 'desktop']), z.templateLiteral(['film-', z.int()])]),
  type: z.enum(['image/webp', 'image/jpeg']),
  width: z.int(),
  height: z.int(),
  atMs: z.number().optional(),
  base64: z.base64(),
});
/** Facts as far as the server itself works with them; what checks read of them, each check reads of old facts too. */
const facts = z.looseObject({
  version: z.int(),
  asked: z.string(),
  url: z.string(),
  measuredAt: z.string(),
  visit: z.looseObject({ end: z.string() }),
  legal: z.array(z.looseObject({})),
  browser: z.looseObject({ measured: z.boolean() }),
});
const processLine = z.union([
  z.strictObject({ step: z.enum(AUDIT_STEPS), picture: sentPicture.optional(), facts: facts.optional() }),
  z.strictObject({ audit: z.strictObject({ facts, pictures: z.array(sentPicture) }) }),
]);

/** @throws for a line that is no `ProcessLine`, or half of one */
function readLine(line: string): ProcessLine {
  return processLine.parse(JSON.parse(line)) as unknown as ProcessLine;
}

/** What the program consists of, built and as sources; `DATA_DIR`, which may lie beside them, is none of it. */
const PARTS = ['dist-server', 'node_modules', 'package.json', 'server', 'domain', 'content', 'site', 'facts'];
/** The last two tell Playwright what kind of machine this is. */
const SYSTEM_FOLDERS = ['/bin', '/etc', '/lib', '/lib64', '/opt', '/proc', '/usr', '/run', '/.dockerenv'];

/**
 * What of the file system Node lets the process use (https://nodejs.org/api/permissions.html): its own program and the
 * system's, and for writing its folder alone. It keeps out what a page gets the process itself to do; whoever makes it run
 * a program of his own, as only one with a browser may, is held by the account alone.
 */
function permissions({ browser, chromium, environment }: Order, folder: string): string[] {
  const readable = [
    ...PARTS.map((name) => join(ROOT, name)),
    ...[...SYSTEM_FOLDERS, dirname(process.execPath), chromium && dirname(chromium), folder],
  ];
  // What tests put in the place of the network, and what it notes.
  const ofTests = environment === undefined ? [] : [tmpdir()];
  const sources = environment === undefined ? [] : [join(ROOT, 'tests'), join(ROOT, 'scripts')];
  return [
    '--permission',
    '--allow-worker',
    // That either of the two may be misused is said below.
    '--disable-warning=SecurityWarning',
    ...[...readable, ...sources, ...ofTests].flatMap((path) => (path ? `--allow-fs-read=${path}` : [])),
    ...[folder, ...ofTests].map((path) => `--allow-fs-write=${path}`),
    ...(browser ? ['--allow-child-process'] : []),
  ];
}

/** Where programs and temporary files are, and how Node runs; nothing else: no setting, no secret. */
function environmentOf(env: NodeJS.ProcessEnv, TMPDIR: string): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_COMPILE_CACHE, NODE_OPTIONS } = env;
  return { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, NODE_OPTIONS };
}

/** Ends the process at its limits, and when nobody waits for it any more. */
function watch(
  child: ChildProcess,
  { lifeMs, memoryMb }: ProcessLimits,
  signal: AbortSignal,
  kill: (why: string) => void,
  browser: boolean,
) {
  const pids = child.pid === undefined ? [] : [child.pid];
  const timers = [
    setTimeout(kill, lifeMs, `it took more than ${lifeMs} ms`),
    setInterval(() => {
      if (memoryMbOf(pids) > memoryMb) kill(`it took more than ${memoryMb} MB`);
      // The process itself may not write there.
      if (browser) for (const one of pids.flatMap(childrenOf)) lowerSession(one);
    }, WATCH_MS),
  ];
  const abandon = () => {
    child.stdin?.end();
    timers.push(setTimeout(kill, ENDING_MS, 'it did not end by itself'));
  };
  if (signal.aborted) abandon();
  signal.addEventListener('abort', abandon);
  return {
    stop() {
      signal.removeEventListener('abort', abandon);
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** Its browser leads a process group, which outlives it for a moment: every process is ended by its number. */
function killTree({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  for (const one of treeOf(pid)) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}
