import { join } from 'node:path';
import { openSqlite, openThreaded } from '#server/store/sqlite/open.ts';
import { openGiven } from '../postgres/open-given.ts';
import { sharedDatabase } from '../postgres/shared.ts';
import { temporaryFolder } from '../service/temporary-folder.ts';
import { storeContract } from './store.contract.ts';

storeContract({
  name: 'SQLite in a file',
  fresh: () => {
    const file = join(temporaryFolder(), 'data', 'leads.sqlite');
    return () => openSqlite(file);
  },
  outlivesClosing: true,
});

storeContract({
  name: 'SQLite in memory',
  fresh: () => () => openSqlite(':memory:'),
  outlivesClosing: false,
});

storeContract({
  name: 'SQLite in a file, written by a thread',
  fresh: () => {
    const file = join(temporaryFolder(), 'data', 'leads.sqlite');
    return () => openThreaded(file);
  },
  outlivesClosing: true,
});

storeContract({
  name: 'PostgreSQL',
  fresh: async () => {
    const url = await sharedDatabase();
    return () => openGiven(url);
  },
  outlivesClosing: true,
});
