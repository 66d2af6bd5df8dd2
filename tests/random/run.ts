// npm run test:random: visitor, owner, operator, scheduling provider and delivery act on one lead and one call at a time, by
// chance and at the same moment. --seed <n> has the same again, --minutes <n> (8 unless given), --engine sqlite|postgres.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string', default: '8' },
    engine: { type: 'string', default: 'sqlite' },
  },
});
const { minutes, engine, seed = String(Math.ceil(Math.random() * 2 ** 30)) } = values;
if (!/^[1-9]\d{0,9}$/.test(seed) || !(Number(minutes) > 0) || !/^(sqlite|postgres)$/.test(engine)) {
  console.error('--seed takes a whole number from 1, --minutes a number, --engine sqlite or postgres.');
  process.exit(2);
}
console.log(`Seed ${seed}, ${minutes} minutes, ${engine}`);
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'random'];
// Nothing has to outlive the run, and a disk that syncs takes most of its time.
const inMemory = existsSync('/dev/shm') && { TMPDIR: '/dev/shm' };
const env = {
  ...process.env,
  ...inMemory,
  RANDOM_SEED: seed,
  RANDOM_MINUTES: minutes,
  RANDOM_ENGINE: engine,
};
spawn(process.execPath, vitest, { stdio: 'inherit', env }).on('exit', (code) => process.exit(code ?? 1));
