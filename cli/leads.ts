// npm run leads -- <command>: the operator's view of the leads, beside a running server.
import { readEnvironment } from '#server/config/read-environment.ts';
import { askTerminal, endWithTheReader, terminal } from './leads/output.ts';
import { run } from './leads/run.ts';

endWithTheReader();
process.exitCode = await run(process.argv.slice(2), {
  environment: () => readEnvironment(process.env),
  output: terminal,
  error: (text) => void process.stderr.write(text),
  ask: askTerminal,
  now: Date.now,
});
