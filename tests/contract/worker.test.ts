import { workerBenchOver } from '../fakes/worker-bench.ts';
import { engines } from './engines.ts';
import { twinsContract } from './same-email.contract.ts';
import { workerContract } from './worker.contract.ts';
import { workerLeasesContract } from './worker-leases.contract.ts';

for (const [name, open] of Object.entries(engines)) {
  const bench = workerBenchOver(open);
  workerContract(name, bench);
  workerLeasesContract(name, bench);
  twinsContract(name, bench);
}
