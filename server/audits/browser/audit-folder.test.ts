import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import {
  newAuditFolder,
  parentOfAuditFolders,
  removeAuditFolder,
  removeLeftAuditFolders,
} from './audit-folder.ts';

function temporary() {
  const folder = mkdtempSync(join(tmpdir(), 'audit-folders-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Of a process that has ended. */
const leftBy = (parent: string, end = 'Ab12Cd') => join(parent, `audit-${spawnSync('true').pid}-${end}`);

it('removes the folder of a process that has ended, and leaves those of running ones', async () => {
  const parent = temporary();
  const gone = leftBy(parent);
  mkdirSync(join(gone, 'artifacts'), { recursive: true, mode: 0o700 });
  writeFileSync(join(gone, 'artifacts', 'cookies'), 'x');
  const own = basename(await newAuditFolder(parent));
  const others = ['audit-1-Ab12Cd', 'audit-Ab12Cd', 'other', `${basename(leftBy(parent))}-and-more`];
  for (const name of others) mkdirSync(join(parent, name));
  await removeLeftAuditFolders(parent);
  expect(readdirSync(parent).toSorted()).toEqual([own, ...others].toSorted());
});

it('follows no symbolic link, neither as a folder nor inside one', async () => {
  const [parent, data] = [temporary(), temporary()];
  const database = join(data, 'leads.sqlite');
  writeFileSync(database, 'leads');
  symlinkSync(data, leftBy(parent));
  const folder = leftBy(parent, 'Ef34Gh');
  mkdirSync(join(folder, 'deep'), { recursive: true, mode: 0o700 });
  symlinkSync(data, join(folder, 'profile'));
  symlinkSync(data, join(folder, 'deep', 'playwright_chromiumdev_profile-Ab12Cd'));
  linkSync(database, join(folder, 'leads.sqlite'));
  spawnSync('mkfifo', [join(folder, 'deep', 'fifo')]);
  await removeLeftAuditFolders(parent);
  expect(existsSync(folder)).toBe(false);
  expect(readFileSync(database, 'utf8')).toBe('leads');
});

it('leaves folders that other accounts may enter or replace', async () => {
  const parent = temporary();
  const open = leftBy(parent);
  mkdirSync(open);
  chmodSync(open, 0o755);
  await removeLeftAuditFolders(parent);
  expect(existsSync(open)).toBe(true);
  const own = await newAuditFolder(parent);
  chmodSync(parent, 0o777);
  await removeAuditFolder(own);
  expect(existsSync(own)).toBe(true);
  chmodSync(parent, 0o1777);
  await removeAuditFolder(own);
  expect(existsSync(own)).toBe(false);
});

it('is in memory if there is room, unless TMPDIR is set', () => {
  const [full, roomy, chosen] = ['/sys', temporary(), temporary()];
  expect(parentOfAuditFolders(chosen, roomy)).toBe(chosen);
  expect(parentOfAuditFolders(undefined, roomy)).toBe(roomy);
  // A file system without blocks has no room, nor has one that is not there.
  expect(parentOfAuditFolders(undefined, full)).toBe(tmpdir());
  expect(parentOfAuditFolders(undefined, '/no such folder')).toBe(tmpdir());
});

it('is never in a folder where another account could replace it', () => {
  const roomy = temporary();
  const below = join(roomy, 'below');
  mkdirSync(below);
  chmodSync(roomy, 0o777);
  expect(parentOfAuditFolders(undefined, roomy)).toBe(tmpdir());
  expect(() => parentOfAuditFolders(below)).toThrow(/another account/);
});

it('a missing folder is not an error', async () => {
  await removeLeftAuditFolders(join(tmpdir(), crypto.randomUUID()));
  await removeAuditFolder(join(tmpdir(), crypto.randomUUID()));
});
