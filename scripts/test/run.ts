import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Counts, countVitest, failures, slowest, type VitestReport } from './counts.ts';
import type { Programs, Step } from './steps.ts';

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
export async function fetchPrograms(programs: Programs): Promise<{ engine: string; why: string }[]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'fetch-programs.ts'), programs], {
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
