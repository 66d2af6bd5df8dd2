import { join } from 'node:path';
import { openSqlite, openThreaded } from '#server/store/sqlite/open.ts';
import { reusedDatabase } from '../postgres/reused.ts';
import { temporaryFolder } from '../service/temporary-folder.ts';
import { newSqlite, newSqliteFile } from '../support/new-sqlite.ts';
import { storeContract } from './store.contract.ts';

storeContract({
  name: 'SQLite in a file',
  fresh: async () => {
    const file = await newSqliteFile(join(temporaryFolder(), 'data'));
    return () => openSqlite(file);
  },
  outlivesClosing: true,
});

storeContract({
  name: 'SQLite in memory',
  fresh: () => newSqlite,
  outlivesClosing: false,
});

storeContract({
  name: 'SQLite in a file, written by a thread',
  fresh: async () => {
    const file = await newSqliteFile(join(temporaryFolder(), 'data'));
    return () => openThreaded(file);
  },
  outlivesClosing: true,
});

storeContract({
  name: 'PostgreSQL',
  fresh: reusedDatabase,
  outlivesClosing: true,
});
