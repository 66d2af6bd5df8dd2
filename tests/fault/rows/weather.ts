import type { Fault } from '../../fakes/airtable.ts';
import { type Judgement, together } from '../harness/oracle.ts';
import type { Row } from '../harness/row.ts';
import { simulated } from '../harness/simulated.ts';
import { until } from '../harness/until.ts';

const rejection = { error: { type: 'INVALID_REQUEST_UNKNOWN', message: 'Not today' } };
const NONE: Fault = { kind: 'none' };

const WEATHER: readonly [Fault, ...Fault[]] = [
  NONE,
  NONE,
  NONE,
  { kind: 'close' },
  { kind: 'stored-close' },
  { kind: 'hang' },
  { kind: 'stored-hang' },
  { kind: 'stored-status', status: 500 },
  { kind: 'stored-status', status: 408 },
  { kind: 'status', status: 503, body: '<html>' },
  { kind: 'status', status: 429 },
  { kind: 'status', status: 422, body: rejection },
  { kind: 'status', status: 403, body: rejection },
];
const REQUESTS = 200;
const LEADS = 60;

export const weather: Row = {
  name: 'weather',
  fault: 'every fault of the provider mixed at random, 200 requests long (leaping clock)',
  unit: 'storms, 60 leads each',
  dose: { full: 30, quick: 3 },
  bar: 'all delivered, nothing waits',
  async run(scene) {
    const judgements: Judgement[] = [];
    for (let round = 0; round < scene.dose; round += 1) {
      const world = await simulated(scene, { timeoutMs: 100 });
      for (let request = 0; request < REQUESTS; request += 1) world.fake.fail(scene.random.pick(WEATHER));
      await world.store(LEADS);
      world.deliver();
      await until('nothing waiting', 50_000, async () => (await world.summary()).undelivered === 0);
      judgements.push(world.verdict());
    }
    return together(judgements);
  },
};
