import { spawnSync } from 'node:child_process';
import { backupRetention } from '#content/backup-retention.ts';
import { CommandFailed } from '../../common/errors.ts';

/** Our snapshots among others in a repository. The host is no part of it: a new machine goes on where the old one was. */
const OURS = ['--tag', 'oui-48'];
const { days, weeks } = backupRetention.offsite;

/** Uploads files as one snapshot. Throws CommandFailed unless all of them are in it. */
export function upload(files: readonly string[]): void {
  // A copy that was killed leaves its lock; only locks whose owner is gone are removed.
  restic(['unlock'], 'Rien n’a été envoyé.');
  restic(['backup', ...OURS, ...files], 'La copie d’avant, s’il y en a une, est intacte.');
}

/** Deletes the snapshots that are no longer kept, and what only they held. */
export function prune(): void {
  const keep = ['--keep-within-daily', `${days}d`, '--keep-within-weekly', `${weeks * 7}d`];
  const said = 'La copie de cette nuit est faite\u202f; les plus anciennes n’ont pas été supprimées.';
  restic(['forget', ...OURS, '--group-by', '', ...keep, '--prune'], said);
}

/** Restores the newest snapshot into an empty folder, under the paths that the files had. */
export function restoreNewest(folder: string): void {
  restic(['restore', 'latest', ...OURS, '--target', folder], 'La copie n’a pas été modifiée.');
}

/**
 * Where the repository is and how it is opened comes from the environment (RESTIC_REPOSITORY, RESTIC_PASSWORD …), as
 * /etc/oui-48-offsite.env has it: the server never gets it, so that whoever takes it over cannot delete the copies.
 */
function restic(args: readonly string[], safe: string): void {
  const { status, signal, error, stderr } = spawnSync('restic', ['--quiet', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (error !== undefined)
    throw new CommandFailed(
      `restic est introuvable. La base est intacte. ${safe} Installez-le (Debian\u202f: apt-get install restic), puis relancez.`,
    );
  if (status === 0) return;
  const said = stderr.toString().trim().replace(/\s+/g, ' ').slice(-400);
  throw new CommandFailed(
    `restic ${args[0]} a échoué (${said || (signal ?? `code ${status}`)}). La base est intacte. ${safe} ` +
      'Vérifiez /etc/oui-48-offsite.env, la place et le réseau, puis relancez\u202f: systemctl start oui-48-offsite.',
  );
}
