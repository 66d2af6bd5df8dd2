import { readdir, readFile } from 'node:fs/promises';

const MEBIBYTE = 1_024;

/**
 * The child of `parent` whose command line names `marker`.
 * @throws when there is none
 */
export async function processOf(parent: number, marker: string): Promise<number> {
  for (const pid of await childrenOf(parent)) {
    if ((await textOf(`/proc/${pid}/cmdline`)).includes(marker)) return pid;
  }
  throw new Error('The browser’s process was not found');
}

/** Memory of a process and all below it that is theirs alone, in mebibytes; what they share counts once or not. */
export async function treeMemoryMb(root: number): Promise<number> {
  const pids = [root, ...(await descendants(root))];
  const sizes = await Promise.all(pids.map(ownKilobytes));
  return sizes.reduce((sum, size) => sum + size, 0) / MEBIBYTE;
}

async function descendants(root: number): Promise<number[]> {
  const children = await childrenOf(root);
  const below = await Promise.all(children.map(descendants));
  return [...children, ...below.flat()];
}

/** Each thread has a list of the processes that it started. */
async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(threads.map((thread) => textOf(`/proc/${pid}/task/${thread}/children`)));
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}

async function ownKilobytes(pid: number): Promise<number> {
  const status = await textOf(`/proc/${pid}/status`);
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0);
  return of('RssAnon') + of('RssShmem');
}

function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
