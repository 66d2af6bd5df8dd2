import { existsSync } from 'node:fs';
import { readableByOthers } from '../system/private-files.ts';
import type { Warning } from './warning.ts';

/** What of the folder of the embedded database others can read, in one line; nothing when it is private. */
export function exposedWarning(dataDir: string): Warning[] {
  const exposed = existsSync(dataDir) ? readableByOthers(dataDir) : [];
  if (exposed.length === 0) return [];
  return [
    {
      text:
        `DATA_DIR : d’autres utilisateurs de cette machine peuvent lire ${exposed.join(', ')}, où sont des noms et des adresses. ` +
        `Rien n’est perdu ni modifié. Lancez chmod -R go= ${dataDir}, avec le compte qui fait tourner le site.`,
      delaysLeads: false,
    },
  ];
}
