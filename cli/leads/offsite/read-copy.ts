import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { CommandFailed } from '../../common/errors.ts';

/** The ids of all leads in a backup that was restored, read to its end. Throws CommandFailed when it cannot be. */
export function leadsIn(file: string): Promise<ReadonlySet<string>> {
  return file.endsWith('.sqlite') ? inEmbedded(file) : inDump(file);
}

async function inEmbedded(file: string): Promise<ReadonlySet<string>> {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const found = String(Object.values(db.prepare('pragma integrity_check').get() ?? {})[0]);
    if (found !== 'ok') throw unreadable(found.slice(0, 200));
    const ids = new Set<string>();
    for (const { id } of db.prepare('select id from leads').iterate()) ids.add(String(id));
    return ids;
  } catch (error) {
    throw error instanceof CommandFailed ? error : unreadable(String(error));
  } finally {
    db.close();
  }
}

/** A dump is read whole as a restore would, but into no server: its leads are the lines of one COPY. */
async function inDump(file: string): Promise<ReadonlySet<string>> {
  const { status, error, stderr } = spawnSync('pg_restore', ['--file=/dev/null', file]);
  if (status !== 0) throw unreadable(error?.message ?? stderr.toString().trim().slice(0, 200));
  const child = spawn('pg_restore', ['--data-only', '--table=leads', '--file=-', file], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'close');
  const ids = new Set<string>();
  let column = -1;
  for await (const line of createInterface({ input: child.stdout })) {
    const [, columns] = /^COPY \S*leads \((.+)\) FROM stdin;$/.exec(line) ?? [];
    if (columns !== undefined) column = columns.split(', ').indexOf('id');
    else if (line === '\\.') column = -1;
    else if (column >= 0) ids.add(line.split('\t')[column] ?? '');
  }
  await ended;
  return ids;
}

function unreadable(why: string): CommandFailed {
  return new CommandFailed(
    `La copie restaurée ne se lit pas (${why.replace(/\s+/g, ' ')}). La base est intacte, et les sauvegardes locales aussi. ` +
      'Lancez systemctl start oui-48-backup oui-48-offsite oui-48-rehearsal\u202f; si cela revient, restic check dit ce qui est abîmé.',
  );
}
