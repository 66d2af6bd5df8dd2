import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { newProfileFolder, removeLeftProfiles } from './profile-folder.ts';

it('takes away the folders of processes that are gone, and nothing else', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'profiles-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const gone = join(parent, `audit-${spawnSync('true').pid}-Ab12Cd`);
  mkdirSync(join(gone, 'artifacts'), { recursive: true });
  writeFileSync(join(gone, 'artifacts', 'cookies'), 'x');
  const own = basename(await newProfileFolder(parent));
  const others = ['audit-1-Ab12Cd', 'audit-Ab12Cd', 'other'];
  for (const name of others) mkdirSync(join(parent, name));
  await removeLeftProfiles(parent);
  expect(readdirSync(parent).toSorted()).toEqual([own, ...others].toSorted());
});

it('bears a folder that is not there', async () => {
  await removeLeftProfiles(join(tmpdir(), crypto.randomUUID()));
});
