import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where a user who is not root does not always look. */
const SYSTEM = ['/usr/bin', '/usr/sbin'];

/** Path of the program called `name`, when the system has one. */
export function onPath(name: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const dirs = [...(env.PATH ?? '').split(delimiter), ...SYSTEM];
  return dirs.map((dir) => join(dir, name)).find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
