import { isOpen } from '#server/system/private-files.ts';
import { type Finding, mend } from './finding.ts';

const OTHERS_READ = 0o007;

/** Whether every user of this machine can read the settings and the token in them; group access is fine. */
export function checkDotEnv(file: string): Finding[] {
  if (!isOpen(file, OTHERS_READ)) return [];
  return [
    mend(
      `Tout utilisateur de cette machine peut lire ${file}, où est le jeton d’Airtable. Les contacts enregistrés sont intacts. ` +
        `Lancez chmod o= ${file}.`,
    ),
  ];
}
