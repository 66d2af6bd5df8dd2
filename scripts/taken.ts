import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Taken } from './figures.ts';

/** What the code is that is being measured. @throws Error outside of a checkout */
export function taken(): Taken {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: join(import.meta.dirname, '..'), encoding: 'utf8' }).trim();
  const changed =
    git('status', '--porcelain', '--', ':!bench/results', ':!README.md', ':!docs/performance.md') === ''
      ? ''
      : '+';
  return { commit: git('rev-parse', '--short=8', 'HEAD') + changed, at: new Date().toISOString() };
}
