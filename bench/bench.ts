// npm run bench: every benchmark (the scripts of package.json named bench:…), one after the other. With --quick,
// smaller doses, and what they give is printed but not kept.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const args = process.argv.slice(2);
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
const names = Object.keys(scripts).filter((name) => name.startsWith('bench:'));

const broken = names.filter((name) => {
  const options = { cwd: root, stdio: 'inherit' } as const;
  return spawnSync('npm', ['run', '--silent', name, '--', ...args], options).status !== 0;
});
for (const name of broken)
  console.error(`npm run ${name} broke off: its figures are those of an earlier run.`);
process.exitCode = broken.length > 0 ? 1 : 0;
