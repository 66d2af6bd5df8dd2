// npm run format: Biome for everything it reads, Prettier for .astro.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const tools = [
  ['biome', 'check', '--write', '.'],
  ['prettier', '--write', '--log-level=warn', 'site/**/*.astro'],
] as const;

for (const [tool, ...args] of tools) {
  const { status } = spawnSync(join(root, 'node_modules/.bin', tool), args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
