import { join } from 'node:path';
import { openSqlite } from '#server/store/database.ts';
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
