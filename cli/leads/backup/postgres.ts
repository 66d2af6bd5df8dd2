import { spawnSync } from 'node:child_process';
import type { Secret } from '#server/config/secrets.ts';
import { CommandFailed } from '../../common/errors.ts';
import { noRoom } from './target.ts';

/**
 * Runs pg_dump, which writes a consistent snapshot in the format that pg_restore reads. Throws CommandFailed when the
 * program is missing or fails, or there is no room for the dump; the password is in no message and on no command line, where other users could read it.
 * @param target a file
 * @see https://www.postgresql.org/docs/current/app-pgdump.html
 */
export function dumpPostgres(url: Secret, target: string): void {
  const { bare, password } = withoutPassword(url.reveal());
  // Its messages are read, and repeated: in one language.
  const env = { ...process.env, LC_ALL: 'C', ...(password !== undefined && { PGPASSWORD: password }) };
  pg(
    'pg_dump',
    ['--format=custom', '--no-owner', '--no-privileges', `--file=${target}`, `--dbname=${bare}`],
    { env, target },
  );
  // Verifies the dump: one that cannot be listed cannot be restored.
  pg('pg_restore', ['--list', target], { env, target });
}

function pg(
  program: string,
  args: readonly string[],
  { env, target }: { readonly env: NodeJS.ProcessEnv; readonly target: string },
): void {
  const { status, error, stderr } = spawnSync(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  if (error !== undefined)
    throw new CommandFailed(
      `${program} est introuvable. La base est intacte, aucune sauvegarde n’a été faite. ` +
        'Installez-le (Debian\u202f: apt install postgresql-client), dans la version de la base au moins, puis relancez.',
    );
  if (status === 0) return;
  const said = stderr.toString().trim().replace(/\s+/g, ' ').slice(0, 400);
  if (said.includes('No space left on device')) throw noRoom(target);
  throw new CommandFailed(
    `${program} a échoué (${said}). La base est intacte, la sauvegarde incomplète a été supprimée. ` +
      'Vérifiez que la base répond et que ce programme n’est pas plus ancien qu’elle, puis relancez.',
  );
}

function withoutPassword(text: string): { bare: string; password?: string } {
  const url = new URL(text);
  const password = decodeURIComponent(url.password);
  url.password = '';
  return { bare: url.href, ...(password !== '' && { password }) };
}
