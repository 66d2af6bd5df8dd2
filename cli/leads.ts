// ./oui <command>, or npm run leads -- <command>: the operator’s view of the leads, beside a running server.
import { readEnvironment } from '#server/config/read-environment.ts';
import { askTerminal, endWithTheReader, terminal } from './leads/output.ts';
import { safeLines } from './leads/print/safe-text.ts';
import { run } from './leads/run.ts';

/** npm tells its own settings to what it runs: the options of this command that it took for them are among those. */
function keptByNpm(env: NodeJS.ProcessEnv): string[] {
  if (env.npm_lifecycle_event !== 'leads') return [];
  return Object.keys(env).flatMap((name) => /^npm_config_(\w+)$/.exec(name)?.[1]?.replaceAll('_', '-') ?? []);
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
