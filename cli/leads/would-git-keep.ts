import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Whether a path is in a git repository that does not ignore it. Its folder has to exist. */
export function wouldGitKeep(target: string): boolean {
  const folder = realpathSync(dirname(target));
  if (!isInRepository(folder)) return false;
  const asked = spawnSync('git', ['check-ignore', '--quiet', '--', basename(target)], { cwd: folder });
  return asked.status !== 0;
}

function isInRepository(folder: string): boolean {
  return existsSync(join(folder, '.git')) || (dirname(folder) !== folder && isInRepository(dirname(folder)));
}
