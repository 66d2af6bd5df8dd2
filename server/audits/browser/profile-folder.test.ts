import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { newProfileFolder, removeLeftProfiles, temporaryFolder } from './profile-folder.ts';

it('takes away the folders of processes that are gone, and nothing else', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'profiles-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const gone = join(parent, `audit-${spawnSync('true').pid}-Ab12Cd`);
  mkdirSync(join(gone, 'artifacts'), { recursive: true });
  writeFileSync(join(gone, 'artifacts', 'cookies'), 'x');
  const own = basename(await newProfileFolder(parent));
  const others = ['audit-1-Ab12Cd', 'audit-Ab12Cd', 'other'];
  for (const name of others) mkdirSync(join(parent, name));
  const profile = join(parent, 'playwright_chromiumdev_profile-Ab12Cd');
  for (const folder of [profile, join(parent, 'elsewhere')]) mkdirSync(folder);
  symlinkSync(profile, join(gone, 'profile'));
  mkdirSync(`${gone}2`);
  symlinkSync(join(parent, 'elsewhere'), join(`${gone}2`, 'profile'));
  await removeLeftProfiles(parent);
  expect(readdirSync(parent).toSorted()).toEqual([own, 'elsewhere', ...others].toSorted());
});

it('is in memory where there is room, unless the environment says where', () => {
  const [full, roomy] = ['/sys', '/proc/self/cwd'];
  expect(temporaryFolder('/srv/tmp', roomy)).toBe('/srv/tmp');
  expect(temporaryFolder(undefined, roomy)).toBe(roomy);
  // A file system without blocks has no room, nor has one that is not there.
  expect(temporaryFolder(undefined, full)).toBe(tmpdir());
  expect(temporaryFolder(undefined, '/no such folder')).toBe(tmpdir());
});

it('bears a folder that is not there', async () => {
  await removeLeftProfiles(join(tmpdir(), crypto.randomUUID()));
});
