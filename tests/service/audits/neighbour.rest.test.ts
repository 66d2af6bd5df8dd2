import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  newAuditFolder,
  parentOfAuditFolders,
  removeAuditFolder,
  removeLeftAuditFolders,
} from '#server/audits/browser/audit-folder.ts';
import { isRoot } from '../../support/machine.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** The account of the neighbour. */
const NEIGHBOUR = 65_534;
const AS_NEIGHBOUR = [`--reuid=${NEIGHBOUR}`, `--regid=${NEIGHBOUR}`, '--clear-groups'];
const FILES = ['leads.sqlite', 'leads.sqlite-wal', 'leads.sqlite-shm', 'mail/new/one'];

/** What the neighbour lays, each under the name of a process that has ended; `$S` is the shared folder, `$D` the data. */
const TRAPS = [
  'ln -s "$D" "$S/$N-aaaaa1"',
  'ln -s "$D/leads.sqlite" "$S/$N-aaaaa2"',
  'mkdir -m 700 "$S/$N-aaaaa3" && ln -s "$D" "$S/$N-aaaaa3/profile"',
  'mkdir -m 777 "$S/$N-aaaaa4" && ln -s "$D/mail" "$S/$N-aaaaa4/playwright_chromiumdev_profile-a"',
  'mkdir "$S/playwright_x" && mkdir -m 700 "$S/$N-aaaaa5" && ln -s "$S/playwright_x/../../data" "$S/$N-aaaaa5/profile"',
  'mkfifo "$S/$N-aaaaa6"',
  'mkdir -m 700 "$S/$N-aaaaa7" && mkfifo "$S/$N-aaaaa7/fifo"',
  'touch "$S/$N-aaaaa8"',
  'mkdir -m 700 "$S/$N-aaaaa9" && i=0 && while [ $i -lt 2000 ]; do mkdir -p "$S/$N-aaaaa9/$i/a"; i=$((i+1)); done',
  'd="$S/$N-aaaab1" && i=0 && while [ $i -lt 400 ]; do d="$d/deep"; i=$((i+1)); done; mkdir -p "$d"',
  'ln -s / "$S/$N-aaaab2"',
  'ln -s .. "$S/$N-aaaab3"',
  'ln -s "$S/$N-aaaab5" "$S/$N-aaaab4"; ln -s "$S/$N-aaaab4" "$S/$N-aaaab5"',
  'ln -s /proc/self/cwd "$S/$N-aaaab6"',
  'mkdir -m 2777 "$S/$N-aaaab7" && ln -s "$D" "$S/$N-aaaab7/leads"',
  'mkdir -m 000 "$S/$N-aaaab8"',
  'ln "$D/mail/new/one" "$S/$N-aaaab9" || true',
  'mkdir -m 700 "$S/$N-aaaac1" && cp "$0" "$S/$N-aaaac1/leads.sqlite" || true',
  'i=0; while [ $i -lt 300 ]; do ln -s "$D" "$S/audit-$((4000000+i))-aaaaa1"; i=$((i+1)); done',
  // Folders and links change places for as long as the test runs.
  'while :; do mkdir -p "$S/x" && mv -T "$S/x" "$S/$N-aaaac2"; rm -rf "$S/$N-aaaac2"; ln -s "$D" "$S/$N-aaaac2"; rm "$S/$N-aaaac2"; done 2>/dev/null',
];

const namespace = {
  skip: !isRoot() || spawnSync('unshare', ['--mount', 'true']).status !== 0,
  timeout: 60_000,
};

test(
  'another account lays twenty traps in the folder for temporary files: nothing of the data is touched',
  namespace,
  async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    const [shared, data] = [join(folder, 'shared'), join(folder, 'data')];
    mkdirSync(shared);
    chmodSync(shared, 0o1777);
    mkdirSync(join(data, 'mail/new'), { recursive: true });
    for (const file of FILES) writeFileSync(join(data, file), file);
    const before = FILES.map((file) => statSync(join(data, file)).ino);
    const ended = spawnSync('true').pid;
    const env = { PATH: process.env.PATH ?? '', S: shared, D: data, N: `audit-${ended}` };
    const lay = (trap: string): ChildProcess =>
      spawn('unshare', ['--mount', '--ipc', 'setpriv', ...AS_NEIGHBOUR, 'sh', '-c', trap, '/bin/sh'], {
        env,
        stdio: 'ignore',
        detached: true,
      });
    const swapping = lay(TRAPS.at(-1) ?? '');
    onTestFinished(async () => {
      const gone = once(swapping, 'exit');
      process.kill(-Number(swapping.pid), 'SIGKILL');
      await gone;
      spawnSync('chmod', ['-R', 'u+rwx', shared]);
    });
    await Promise.all(TRAPS.slice(0, -1).map((trap) => once(lay(trap), 'exit')));
    expect(TRAPS).toHaveLength(20);
    expect(readdirSync(shared).length).toBeGreaterThan(310);

    const parent = parentOfAuditFolders(shared);
    // What a server of this account left is there as well, and goes.
    const left = join(shared, `audit-${ended}-zzzzzz`);
    mkdirSync(left, { mode: 0o700 });
    for (let round = 0; round < 25; round += 1) {
      await removeLeftAuditFolders(parent);
      await removeAuditFolder(join(shared, `audit-${ended}-aaaac2`));
      await removeAuditFolder(await newAuditFolder(parent));
    }
    expect(existsSync(left)).toBe(false);
    expect(readdirSync(shared)).toContain(`audit-${ended}-aaaaa3`);
    expect(FILES.map((file) => readFileSync(join(data, file), 'utf8'))).toEqual(FILES);
    expect(FILES.map((file) => statSync(join(data, file)).ino)).toEqual(before);
    // A folder that the neighbour owns is none for temporary files.
    chownSync(shared, NEIGHBOUR, NEIGHBOUR);
    expect(() => parentOfAuditFolders(shared)).toThrow(/another account/);
    expect(() => parentOfAuditFolders(join(shared, 'playwright_x'))).toThrow(/another account/);
  },
);
