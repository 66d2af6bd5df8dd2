import { mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { exposedWarning } from '#server/config/data-dir.ts';
import { blocks, type Finding, mend } from './finding.ts';

/** Whether the folder of the embedded database can be written, and is private. */
export function checkDataDir(dataDir: string): Finding[] {
  const reason = whyNotWritable(resolve(dataDir));
  if (reason !== undefined)
    return [
      blocks(
        `DATA_DIR=${dataDir} ne peut pas être écrit (${reason}) : aucun contact n’y serait confirmé. Ce qui y est enregistré est intact. ` +
          'Donnez le dossier au compte qui fait tourner le site (chown), ou un autre DATA_DIR.',
      ),
    ];
  const exposed = exposedWarning(dataDir);
  return exposed === undefined ? [] : [mend(exposed)];
}

/** Tries to write, as modes alone do not tell: root ignores them, and a disk may be mounted read-only. */
function whyNotWritable(path: string): string | undefined {
  if (statSync(path, { throwIfNoEntry: false }) === undefined && dirname(path) !== path)
    return whyNotWritable(dirname(path));
  try {
    rmdirSync(mkdtempSync(join(path, '.doctor-')));
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}
