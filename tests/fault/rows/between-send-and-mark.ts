import type { Fault } from '../../fakes/airtable.ts';
import type { Row } from '../harness/row.ts';
import { setStage } from '../harness/stage.ts';
import { until } from '../harness/until.ts';

const LEADS_A_KILL = 30;

export const betweenSendAndMark: Row = {
  name: 'between-send-and-mark',
  fault: 'kill -9 between send and mark: stored at the provider, its answer held back',
  unit: 'kills, 30 leads each',
  dose: { full: 100, quick: 10 },
  bar: 'none missing, none twice',
  async run(scene) {
    const { dose, random } = scene;
    const stage = await setStage(scene);
    const { client, provider } = stage;
    let server = await stage.start();
    await client.burst(server.url, dose * LEADS_A_KILL);
    for (let kill = 0; kill < dose; kill += 1) {
      const undelivered = client.acknowledged.size - provider.made.length;
      if (undelivered < LEADS_A_KILL) await client.burst(server.url, LEADS_A_KILL);
      const before = provider.requests.length;
      const pass = random.within(0, 2);
      await provider.plan([...Array<Fault>(pass).fill({ kind: 'none' }), { kind: 'stored-hang' }]);
      await until('the request that is held', 90_000, () => provider.requests.length > before + pass);
      // An answer to this order means that the provider has done what came before it.
      await provider.heal();
      await server.killNine();
      server = await stage.start();
    }
    return stage.verdict(120_000);
  },
};
