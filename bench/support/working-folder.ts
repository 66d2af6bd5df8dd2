import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const CACHE = join(import.meta.dirname, '../../.cache');

/** A folder on the disk of the checkout (a temporary folder may be memory, where nothing is slow), gone at the end. */
export function workingFolder(): string {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
