import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Takes what has to be done once a test, or a set of them, is over. */
export type AtEnd = (cleanUp: () => void | Promise<void>) => void;

/** A folder of the running test's own, gone when it ends. */
export function temporaryFolder(atEnd: AtEnd = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'oui-48-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
