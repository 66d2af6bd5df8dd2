// ./oui <command>, or npm run leads -- <command>: the operator’s view of the leads, beside a running server.
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { readEnvironment } from '#server/config/config.ts';
import type { Output } from './leads/command.ts';
import { safeJson, safeLines } from './leads/print.ts';
import { run } from './leads/run-command.ts';

/** npm tells its own settings to what it runs: the options of this command that it took for them are among those. */
function keptByNpm(env: NodeJS.ProcessEnv): string[] {
  if (env.npm_lifecycle_event !== 'leads') return [];
  return Object.keys(env).flatMap((name) => /^npm_config_(\w+)$/.exec(name)?.[1]?.replaceAll('_', '-') ?? []);
}

/** The terminal, or whatever the output is sent to; nothing that is stored or fetched can send it commands. */
const terminal: Output = {
  line: (text) => void process.stdout.write(`${safeLines(text)}\n`),
  json: (value) => void process.stdout.write(`${safeJson(value)}\n`),
  async raw(text) {
    // A file gets the text unchanged; for a terminal, control characters are replaced.
    const shown = process.stdout.isTTY ? safeLines(text) : text;
    if (!process.stdout.write(shown)) await once(process.stdout, 'drain');
  },
};

/** Asks on stderr, so that stdout holds only the answer. */
async function askTerminal(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  try {
    return await Promise.race([lines.question(question), ended]);
  } finally {
    lines.close();
  }
}

/** Exits quietly when the reader closes the pipe, as `| head` does. */
function endWithTheReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}

endWithTheReader();
process.exitCode = await run(process.argv.slice(2), {
  environment: () => readEnvironment(process.env),
  output: terminal,
  error: (text) => void process.stderr.write(safeLines(text)),
  ask: askTerminal,
  folder: process.env.INIT_CWD,
  now: Date.now,
  keptByNpm: keptByNpm(process.env),
});
