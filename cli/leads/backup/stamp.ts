import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Its time is that of the last backup. */
export function lastBackupFile(dataDir: string): string {
  return join(dataDir, 'last-backup');
}

/** Notes that a backup was made now, for `npm run doctor`. A folder that is not there or not ours is left alone. */
export function noteBackup(dataDir: string, target: string): void {
  try {
    writeFileSync(lastBackupFile(dataDir), `${target}\n`, { mode: 0o600 });
  } catch {}
}
