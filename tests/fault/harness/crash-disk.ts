import { mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { has, isRoot, run } from '../../support/machine.ts';
import type { Scene } from './row.ts';

/** A file system of its own whose power can be cut. */
export interface CrashDisk {
  /** Where it is mounted. */
  readonly path: string;
  /** From now on nothing reaches the disk any more, and what has not reached it is lost. */
  cutPower(): Promise<void>;
  /** Takes it away and brings it back as after a restart: its journal is replayed. */
  bringBack(): Promise<void>;
}

const SIZE = '96M';

/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH (Linux, fs/ext4/ext4.h): Node has no ioctl of its own. */
const CUT = `import fcntl, os, struct, sys
fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), 0x8004587d, struct.pack('I', 2))`;

/** ext4 in a file; a reason in words where this machine cannot have one. */
export async function crashDisk(scene: Scene): Promise<CrashDisk | string> {
  if (!isRoot()) return 'only root may mount a file system';
  for (const program of ['mkfs.ext4', 'mount', 'python3']) if (!has(program)) return `no ${program} here`;
  const folder = scene.folder();
  const image = join(folder, 'disk');
  const path = join(folder, 'mounted');
  mkdirSync(path);
  writeFileSync(image, '');
  truncateSync(image, Number.parseInt(SIZE, 10) * 1024 * 1024);
  const mount = () => run('mount', '-o', 'loop', image, path);
  const unmount = () => run('umount', path);
  let mounted = false;
  try {
    await run('mkfs.ext4', '-q', '-F', image);
    await mount();
    mounted = true;
    scene.onEnd(() => mounted && unmount());
    // Or a round would pass on a disk that loses nothing.
    const canary = join(path, 'canary');
    writeFileSync(canary, 'not yet on the disk');
    await run('python3', '-c', CUT, path);
    await unmount();
    mounted = false;
    await mount();
    mounted = true;
    if (survived(canary)) return 'the cut loses nothing here, so it would prove nothing';
  } catch (error) {
    return `the disk cannot be made or cut: ${String(error instanceof Error ? error.message : error)
      .trim()
      .split('\n')
      .at(-1)}`;
  }
  return {
    path,
    cutPower: () => run('python3', '-c', CUT, path),
    async bringBack() {
      await unmount();
      mounted = false;
      await mount();
      mounted = true;
    },
  };
}

function survived(file: string): boolean {
  try {
    return statSync(file).size > 0 && readFileSync(file, 'utf8') !== '';
  } catch {
    return false;
  }
}
