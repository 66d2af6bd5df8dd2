import { openSqlite } from '#server/store/sqlite/open.ts';
import { workerBenchOver } from '../fakes/worker-bench.ts';
import { reusedDatabase } from '../postgres/reused.ts';
import { twinsContract } from './same-email.contract.ts';
import { workerContract } from './worker.contract.ts';
import { workerLeasesContract } from './worker-leases.contract.ts';

const engines = {
  SQLite: workerBenchOver(() => openSqlite(':memory:')),
  PostgreSQL: workerBenchOver(async () => (await reusedDatabase())()),
};

for (const [name, bench] of Object.entries(engines)) {
  workerContract(name, bench);
  workerLeasesContract(name, bench);
  twinsContract(name, bench);
}
