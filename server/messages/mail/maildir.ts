import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mailbox } from '../../config/env.ts';
import { composeMail } from './compose.ts';
import type { MailTransport } from './transport.ts';

/** Where mails lie while no mail server is set. */
export function mailFolder(dataDir: string): string {
  return join(dataDir, 'mail');
}

/**
 * Writes mails into a maildir (https://cr.yp.to/proto/maildir.html), synchronised to disk before they count as
 * accepted. The file is named after the mail's id, so a mail that is sent twice is one file.
 */
export function maildirTransport(folder: string, from: Mailbox): MailTransport {
  return {
    async send(mail) {
      try {
        for (const name of ['tmp', 'new', 'cur'])
          await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
        const name = fileOf(mail.id);
        const [draft, place] = [join(folder, 'tmp', name), join(folder, 'new', name)];
        await writeDurably(draft, await composeMail(mail, from));
        await rename(draft, place);
        await syncFolder(join(folder, 'new'));
        return { kind: 'accepted', receipt: `déposé dans ${place}` };
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        return { kind: 'transient', message, unknown: false, everyMail: true };
      }
    },
  };
}

/**
 * Deletes mails from a maildir, where they are still there; what a mail program has renamed is not found.
 * @param ids of the mails
 * @returns how many files were there
 */
export async function removeMails(folder: string, ids: readonly string[]): Promise<number> {
  let removed = 0;
  for (const id of ids)
    for (const name of ['tmp', 'new', 'cur'])
      if (await isRemoved(join(folder, name, fileOf(id)))) removed += 1;
  return removed;
}

async function isRemoved(path: string): Promise<boolean> {
  try {
    await rm(path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

function fileOf(id: string): string {
  return `${id.replace(/[^\w.@-]/g, '_')}.eml`;
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A rename is durable once its folder is (fsync(2)). */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
