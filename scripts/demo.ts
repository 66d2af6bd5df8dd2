// npm run demo: the desk's made-up rows in a database of their own, to work on pages and commands with.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeExample } from '#server/start/example-desk.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { systemClock } from '#server/system/clock.ts';

const DATA_DIR = '.cache/exemple';
const folder = join(import.meta.dirname, '..', DATA_DIR);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true, mode: 0o700 });
const db = openSqlite(join(folder, 'leads.sqlite'));
await makeExample(db, systemClock, 'site@exemple.example');
await db.destroy();
console.log(`Des contacts inventés sont dans ${DATA_DIR}, à la place de ceux du dernier appel. Pour les voir :
  DATA_DIR=${DATA_DIR} npm run dev
  DATA_DIR=${DATA_DIR} ./oui list
  DATA_DIR=${DATA_DIR} ./oui desk`);
