// npm run bench:scale: the server and the operator's commands on a million leads, beside an empty database.
import { loadavg } from 'node:os';
import { startCluster } from '../../tests/postgres/cluster.ts';
import { report } from '../report.ts';
import { folderWithSite } from '../support/working-folder.ts';
import { type Dose, measure } from './measure.ts';
import { side } from './side.ts';

const quick = process.argv.includes('--quick');
const dose: Dose = quick
  ? {
      delivered: 100_000,
      held: 10_000,
      stuck: 10_000,
      audits: 2_000,
      released: 50_000,
      rounds: 2,
      seconds: 3,
    }
  : {
      delivered: 1_000_000,
      held: 100_000,
      stuck: 100_000,
      audits: 20_000,
      released: 500_000,
      rounds: 5,
      seconds: 8,
    };

const folder = await folderWithSite();

const load = loadavg()[0] ?? 0;
const embedded = await measure('SQLite', side(folder, 'empty'), side(folder, 'full'), dose);
const cluster = await startCluster();
const [emptyUrl, fullUrl] = [await cluster.createDatabase(), await cluster.createDatabase()];
const shared = await measure(
  'PostgreSQL',
  side(folder, 'empty-shared', emptyUrl),
  side(folder, 'full-shared', fullUrl),
  dose,
);
await cluster.stop();

report({
  name: 'scale',
  title: 'Scale: a million leads beside none',
  how:
    `Each engine with ${dose.delivered.toLocaleString('en')} delivered and ${dose.held.toLocaleString('en')} held leads, ${dose.stuck.toLocaleString('en')} mails that no server has accepted and ${dose.audits.toLocaleString('en')} audits, and with none; the real server on either, ` +
    `${dose.rounds} rounds of ${dose.seconds} s in turn, delivering to a provider of its own. PostgreSQL, servers, providers and load share one machine` +
    `${load > 1 ? `, which others kept busy (load ${load.toFixed(0)} when it began)` : ''}.`,
  rows: [...embedded, ...shared],
});
