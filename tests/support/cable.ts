import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs `ip` in this process's network namespace, and gives what it said. */
export const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'pipe' });

/**
 * Gives one end of a cable its addresses, which can be used at once, and switches it on.
 * @param length of the networks in bits, by version of the protocol
 * @param run what stands for `ip` where the end is in another namespace
 */
export function openEnd(
  end: string,
  addresses: readonly string[],
  length: { readonly v4: number; readonly v6: number },
  run = ip,
): void {
  run('link', 'set', end, 'up');
  for (const address of addresses)
    if (address.includes(':')) run('-6', 'addr', 'add', `${address}/${length.v6}`, 'dev', end, 'nodad');
    else run('addr', 'add', `${address}/${length.v4}`, 'dev', end);
}

/**
 * Starts `program` in another network namespace and moves the end `end` of a cable there, once the program has said so
 * by its first message (`here`).
 */
export async function otherEnd(program: string, end: string): Promise<ChildProcess> {
  const child = spawn('unshare', ['--net', process.execPath, program, end], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  ip('link', 'set', end, 'netns', String(child.pid));
  return child;
}
