// node scripts/run.mjs [Node's options] <file.ts> [arguments]: installs what is missing, then runs the file with
// the pinned Node.
import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { ensureInstalled, pinnedNode, root } from './setup.mjs';
import { onceOrphaned } from './support/orphaned.mjs';
import { answerFor } from './usage.mjs';

/** What runs on the owner's machine, which has only what serves. All else checks, measures or develops. */
const SERVING = new Set(['scripts/start.ts', 'scripts/build.ts', 'scripts/doctor.ts', 'cli/leads.ts']);

// Before anything is installed: whoever asks what a command does wants nothing done yet.
const answer = answerFor(process.argv.slice(2));
if (answer !== undefined) {
  console[answer.code === 0 ? 'log' : 'error'](answer.text);
  process.exit(answer.code);
}
ensureInstalled({ dev: !process.argv.slice(2).some((file) => SERVING.has(file)) });

// Compiled code is kept between runs: a second start spends less than half the time on imports.
const NODE_COMPILE_CACHE = join(root, '.cache', 'node');
const PATH = `${dirname(pinnedNode)}${delimiter}${process.env.PATH}`;
const child = spawn(pinnedNode, process.argv.slice(2), {
  stdio: 'inherit',
  env: { ...process.env, PATH, NODE_COMPILE_CACHE },
});
// npm does not always hand on the signal that ends it, and has a shell between itself and this process: whoever killed
// npm would leave a site that runs on.
onceOrphaned(() => child.kill('SIGTERM'), { orParent: process.env.npm_lifecycle_event !== undefined });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
