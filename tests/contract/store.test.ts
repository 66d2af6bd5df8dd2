import { join } from 'node:path';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { temporaryFolder } from '../service/temporary-folder.ts';
import { newSqliteFile } from '../support/new-sqlite.ts';
import { engines } from './booking-bench.ts';
import { storeContract } from './store.contract.ts';

const stores = {
  'SQLite in a file': async () => {
    const file = await newSqliteFile(join(temporaryFolder(), 'data'));
    return () => openSqlite(file);
  },
  ...engines,
};

for (const [name, fresh] of Object.entries(stores))
  storeContract({ name, fresh, outlivesClosing: name !== 'SQLite in memory' });
