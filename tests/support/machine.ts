import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/**
 * Runs a program; resolves when it has ended, rejects with what it printed when it failed. Asynchronous, because tests in
 * the same process measure response times meanwhile: a blocked event loop would be counted as the server's delay.
 */
export async function run(program: string, ...args: string[]): Promise<void> {
  await execute(program, args);
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

export function has(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

/** Installs a missing program with apt, where that is possible; returns whether the program is there afterwards. */
export function ensureProgram(program: string, debianPackage = program): boolean {
  if (has(program)) return true;
  if (!isRoot() || !existsSync('/usr/bin/apt-get')) return false;
  // Other test files may be installing something as well.
  spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=100', 'install', '-y', '-q', debianPackage], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 120_000,
  });
  return has(program);
}
