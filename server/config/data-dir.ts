import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readableByOthers } from '../system/private-files.ts';

/** What of the folder of the embedded database others can read, in one line; undefined when it is private. */
export function exposedWarning(dataDir: string): string | undefined {
  const exposed = existsSync(dataDir) ? readableByOthers(dataDir) : [];
  if (exposed.length === 0) return undefined;
  return (
    `DATA_DIR : d’autres utilisateurs de cette machine peuvent lire ${exposed.join(', ')}, où sont des noms et des adresses. ` +
    `Rien n’est perdu ni modifié. Lancez chmod -R go= ${dataDir}, avec le compte qui fait tourner le site.`
  );
}

/** Its time is that of the last backup. */
export function lastBackupFile(dataDir: string): string {
  return join(dataDir, 'last-backup');
}
