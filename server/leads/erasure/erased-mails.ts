import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instant } from '#domain/instant.ts';
import { mailFolder, removeMails } from '../../messages/mail/maildir.ts';
import type { Database } from '../../store/database.ts';

/**
 * Deletes the mails about whoever was erased that are files in this server's folder. Done again it also deletes what a
 * server had in hand at the moment of the erasure, or what a killed command left.
 * @param since only of erasures since then, by the engine's clock
 * @returns how many files were deleted
 */
export async function removeErasedMails(db: Database, dataDir: string, since: Instant): Promise<number> {
  const folder = mailFolder(dataDir);
  if (!existsSync(folder)) return 0;
  const rows = await db.selectFrom('erased_mails').select('id').where('erased_at', '>=', since).execute();
  return removeMails(
    folder,
    rows.map(({ id }) => id),
  );
}

/** Few enough for the parameters of one statement on either engine. */
const AT_ONCE = 500;

/**
 * Deletes the files that tell of several people, as the week's mail does, where they name one of these texts: names and
 * addresses of whoever was erased. What they tell of others is in the database too. Only such files are read.
 * @returns how many files were deleted
 */
export async function removeMailsNaming(
  db: Database,
  dataDir: string,
  texts: readonly string[],
): Promise<number> {
  const folder = mailFolder(dataDir);
  const sought = texts.map((text) => Buffer.from(text).toString('latin1').toLowerCase());
  const naming: string[] = [];
  for (const name of ['new', 'cur']) {
    if (!existsSync(join(folder, name))) continue;
    const ids = (await readdir(join(folder, name))).map((file) => file.replace(/\.eml$/, ''));
    for (const id of await tellingOfSeveral(db, ids)) {
      const raw = await readFile(join(folder, name, `${id}.eml`), 'latin1').catch(() => '');
      const text = decoded(raw).toLowerCase();
      if (sought.some((one) => text.includes(one))) naming.push(id);
    }
  }
  return removeMails(folder, naming);
}

async function tellingOfSeveral(db: Database, ids: readonly string[]): Promise<string[]> {
  const several: string[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const rows = await db
      .selectFrom('messages')
      .select('id')
      .where('id', 'in', ids.slice(from, from + AT_ONCE))
      .where('lead_id', 'is', null)
      .where('booking_id', 'is', null)
      .execute();
    several.push(...rows.map(({ id }) => id));
  }
  return several;
}

/** A mail's bytes with its quoted-printable and base64 texts (RFC 2045, section 6) beside them. */
function decoded(raw: string): string {
  const quoted = raw
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const blocks = raw.match(/^(?:[A-Za-z0-9+/]{4,76}={0,2}\r?\n)+/gm) ?? [];
  return [quoted, ...blocks.map((block) => Buffer.from(block, 'base64').toString('latin1'))].join('\n');
}
