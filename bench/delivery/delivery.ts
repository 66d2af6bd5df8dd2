// npm run bench:delivery: how long a burst of leads takes to reach the provider, beside the original way.

import { someLeads } from '../../tests/fakes/leads.ts';
import { type Row, report } from '../report.ts';
import { onBusyMachine } from '../support/machine.ts';
import { openProvider } from '../support/provider.ts';
import { burst } from './burst.ts';
import { sendFromBrowsers } from './original-way.ts';
import { silences, tally } from './tally.ts';

/** Five requests of ten leads: nothing delivers faster. */
const LEADS_PER_SECOND = 50;
const BAR = 1.15;
const ORIGINAL = 1_000;

const quick = process.argv.includes('--quick');
const rows: Row[] = [];
for (const count of quick ? [1_000] : [1_000, 10_000]) rows.push(...(await deliver(count)));
rows.push(await originalWay());

report({
  name: 'delivery',
  title: 'Delivery: a burst of leads against five requests a second',
  how:
    'The real server on its embedded database, and a provider as strict as its documentation: 5 requests a second, ' +
    '10 leads each, 30 s of silence after one too many. The floor is N ÷ 50 s. The original way, in the same run: ' +
    'every browser calls the provider at once with the four strategies in order, then keeps the lead in local storage.',
  rows,
});

async function deliver(count: number): Promise<Row[]> {
  const leads = someLeads(count);
  const provider = await openProvider();
  const floor = count / LEADS_PER_SECOND;
  const { acknowledged, acceptedSeconds, deliveredSeconds } = await burst(leads, provider, floor * 2 + 60);
  const { arrived, missing, duplicates } = tally(leads, await provider.records());
  const silent = silences(provider.requests.map(({ at }) => at));
  await provider.close();
  const over = deliveredSeconds / floor;
  const n = count.toLocaleString('en');
  return [
    onBusyMachine({
      figure: `${n} leads: time until all have arrived, over the floor`,
      bar: `≤ ${BAR}`,
      measured: over.toFixed(3),
      met: missing === 0 && over <= BAR,
      note: `${deliveredSeconds.toFixed(1)} s; accepted in ${acceptedSeconds.toFixed(1)} s; ${silent} times 30 s of silence after one request too many`,
    }),
    {
      figure: `${n} leads: acknowledged, arrived, missing, twice`,
      bar: `${count}, ${count}, 0, 0`,
      measured: `${acknowledged}, ${arrived}, ${missing}, ${duplicates}`,
      met: acknowledged === count && missing === 0 && duplicates === 0,
    },
  ];
}

async function originalWay(): Promise<Row> {
  const leads = someLeads(ORIGINAL);
  const provider = await openProvider();
  const kept = await sendFromBrowsers(leads, provider.url);
  const { arrived, duplicates } = tally(leads, await provider.records());
  await provider.close();
  return {
    figure: 'The original way, 1,000 leads: arrived, left in a browser, twice',
    measured: `${arrived}, ${kept}, ${duplicates}`,
  };
}
