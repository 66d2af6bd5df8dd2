import { openSqlite } from '#server/store/sqlite/open.ts';
import { workerBenchOver } from '../fakes/worker-bench.ts';
import { openGiven } from '../postgres/open-given.ts';
import { migratedDatabase } from '../postgres/shared.ts';
import { twinsContract } from './same-email.contract.ts';
import { workerContract } from './worker.contract.ts';
import { workerLeasesContract } from './worker-leases.contract.ts';

const engines = {
  SQLite: workerBenchOver(() => openSqlite(':memory:')),
  PostgreSQL: workerBenchOver(async () => openGiven(await migratedDatabase())),
};

for (const [name, bench] of Object.entries(engines)) {
  workerContract(name, bench);
  workerLeasesContract(name, bench);
  twinsContract(name, bench);
}
