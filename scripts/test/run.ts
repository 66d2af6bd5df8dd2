import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, uptime } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Missing } from '../support/programs.ts';
import { type Counts, countVitest, failures, slowest, type VitestReport } from './counts.ts';

const root = join(import.meta.dirname, '../..');
const reports = join(root, '.cache', 'test');

export interface Result extends Counts {
  readonly name: string;
  readonly seconds: number;
  /** Each as it is shown where the log ends. */
  readonly failures: readonly string[];
}

/**
 * Installs those of the programs that tests drive and this machine lacks.
 * @returns those that could not be had, each with why, in French
 */
export async function fetchPrograms(programs: Programs): Promise<Missing[]> {
  const child = spawn(process.execPath, [join(root, 'scripts/programs.ts'), programs, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(await text(child.stdout));
}

/** Runs a step in silence; what it said is shown when it fails. */
async function runStep({ name, program, args }: Step): Promise<Result> {
  const started = performance.now();
  const { code, output } = await run(program, args, true);
  const result = {
    name,
    seconds: since(started),
    passed: code === 0 ? 1 : 0,
    failed: code === 0 ? 0 : 1,
    skipped: 0,
    failures: code === 0 ? [] : [`${name}\n${output.trim()}`],
  };
  if (code !== 0) console.log(output.trim());
  return tell(result);
}

/** Runs all of `steps`, two at a time: this must do on a machine of two cores. */
export async function runSteps(steps: readonly Step[]): Promise<Result[]> {
  const waiting = [...steps];
  const started = new Map<Step, Promise<Result>>();
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      if (step.after) await started.get(step.after);
      const running = runStep(step);
      started.set(step, running);
      await running;
    }
  };
  await Promise.all([lane(), lane()]);
  return Promise.all(started.values());
}

/** Runs projects of vitest.config.ts beside one another and counts their tests one by one. */
export async function runProjects(projects: readonly string[]): Promise<Result> {
  const started = performance.now();
  const name = projects.join(', ');
  const file = join(reports, `${projects.join('-')}.json`);
  mkdirSync(reports, { recursive: true });
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const chosen = projects.flatMap((project) => ['--project', project]);
  const { code } = await run('vitest', ['run', ...chosen, ...reporters], false);
  const report = readReport(file);
  for (const line of slowest(report)) console.log(line.replace(`${root}/`, ''));
  return tell({
    name: `tests: ${name}`,
    seconds: since(started),
    ...countVitest(report, code),
    failures: failures(report),
  });
}

async function run(program: string, args: readonly string[], quiet: boolean) {
  const path = program === 'node' ? process.execPath : join(root, 'node_modules/.bin', program);
  const child = spawn(path, args, {
    cwd: root,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  });
  // The tests run at the priority of the audits that they start, which would else hardly get the processor beside them.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const code = await new Promise<number | null>((ended) => {
    child.once('error', (error) => {
      output += error.message;
      ended(null);
    });
    child.once('close', ended);
  });
  return { code, output };
}

function readReport(file: string): VitestReport | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
  } catch {
    return undefined;
  }
}

function since(started: number): number {
  return (performance.now() - started) / 1000;
}

function tell(result: Result): Result {
  const { name, seconds, failed } = result;
  console.log(`${failed === 0 ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`);
  return result;
}

/** A jiffy, the unit of /proc, is 10 ms on every Linux that Node supports. */
const JIFFIES_PER_SECOND = 100;

/**
 * What this run has taken, installing included: time by the clock, and where Linux tells it, processor time (user and
 * system) of this process, what started it (npm, the installation) and all programs that either has waited for.
 */
export function spentSoFar(): string {
  let seconds = process.uptime();
  let processor = '';
  if (existsSync('/proc/self/stat')) {
    const own = statOf('self');
    // run.mjs installs before it starts this.
    const isStarted = readFileSync(`/proc/${process.ppid}/cmdline`, 'latin1').includes('run.mjs');
    const first = isStarted ? statOf(String(process.ppid)) : own;
    seconds = uptime() - first.startedAt;
    const used = own.used + own.usedByChildren + (first === own ? 0 : first.used + first.usedByChildren);
    processor = `, ${used.toFixed(0)} s of processor time`;
  }
  return `${seconds.toFixed(0)} s by the clock${processor}, installation included`;
}

/** @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function statOf(pid: string) {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const jiffies = (first: number) => ((fields[first] ?? 0) + (fields[first + 1] ?? 0)) / JIFFIES_PER_SECOND;
  return {
    used: jiffies(11),
    usedByChildren: jiffies(13),
    startedAt: (fields[19] ?? 0) / JIFFIES_PER_SECOND,
  };
}

interface Step {
  readonly name: string;
  /** A program of node_modules/.bin, or `node`. */
  readonly program: string;
  readonly args: readonly string[];
  /** Comes before it in the list, and must have ended: it writes what this one reads. */
  readonly after?: Step;
}

/** Writes the types of what Astro makes, which the sources of the site and the tests import. */
const astroTypes: Step = { name: 'types: astro, written', program: 'astro', args: ['sync'] };

/**
 * Checks the types of one folder by its own tsconfig, which lists what the folder may import. It runs TypeScript 7, which
 * takes a quarter of the time of version 6 (`astro check` still needs 6), on one thread, as two steps run at a time.
 */
const types = (territory: string, after?: Step): Step => ({
  name: `types: ${territory}`,
  program: 'node',
  args: ['node_modules/typescript-7/bin/tsc', '-p', territory, '--singleThreaded'],
  ...(after && { after }),
});

/**
 * What needs neither a browser nor a server. What others wait for comes first, then the longest, so that none is left to
 * run alone.
 */
export const staticSteps: readonly Step[] = [
  astroTypes,
  types('server'),
  { name: 'types: astro', program: 'astro', args: ['check', '--noSync'], after: astroTypes },
  { name: 'format and lint: Biome', program: 'biome', args: ['check', '--error-on-warnings', '.'] },
  types('tests', astroTypes),
  types('site', astroTypes),
  types('domain'),
  types('content'),
  { name: 'format: Prettier', program: 'prettier', args: ['--check', 'site/**/*.astro'] },
  { name: '.env.example', program: 'node', args: ['scripts/env-example.ts', '--check'] },
  { name: 'README figures', program: 'node', args: ['scripts/readme-figures.ts', '--check'] },
];

/** Programs that tests drive: Chromium alone, or also other browsers, proxies, PostgreSQL and restic. */
type Programs = 'chromium' | 'all';

export type Part = 'quick' | 'test' | 'rest';

/**
 * What each command runs. `stages` are projects of vitest.config.ts: one stage follows another, and the groups of a stage
 * run at the same time, each in a Vitest process of its own.
 */
export const parts: Readonly<
  Record<
    Part,
    { checksSources: boolean; programs?: Programs; stages: readonly (readonly (readonly string[])[])[] }
  >
> = {
  quick: { checksSources: true, stages: [] },
  // Service tests mostly wait (for servers, clocks, networks), browser tests use the processor.
  test: { checksSources: true, programs: 'chromium', stages: [[['service'], ['browser']]] },
  // What judges real time runs alone: beside others it takes longer.
  rest: {
    checksSources: false,
    programs: 'all',
    stages: [[['timed']], [['rest'], ['postgres', 'browser-rest']]],
  },
};
