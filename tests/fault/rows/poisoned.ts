import type { Destination } from '#server/destinations/destination.ts';
import { someLead, someLeads } from '../../fakes/leads.ts';
import { type Judgement, together } from '../harness/oracle.ts';
import type { Row } from '../harness/row.ts';
import { simulated } from '../harness/simulated.ts';
import { until } from '../harness/until.ts';

const BATCH = 10;
const ROUNDS = 2;

export const poisoned: Row = {
  name: 'poisoned',
  fault: 'one lead in a batch of ten that the provider refuses (leaping clock)',
  unit: 'batches',
  dose: { full: 50, quick: 5 },
  bar: 'nine delivered within two rounds, the tenth shown as refused',
  async run(scene) {
    const judgements: Judgement[] = [];
    for (let batch = 0; batch < scene.dose; batch += 1) {
      const poison = someLead({ name: 'Poison' });
      const leads = someLeads(BATCH - 1).toSpliced(scene.random.within(0, BATCH - 1), 0, poison);
      let rounds = 0;
      let standing = () => 0;
      let roundsForNine: number | undefined;
      const watch = (destination: Destination): Destination => ({
        ...destination,
        async deliver(group, limits) {
          rounds += 1;
          const outcomes = await destination.deliver(group, limits);
          if (standing() === BATCH - 1) roundsForNine ??= rounds;
          return outcomes;
        },
      });
      const world = await simulated(scene, { watch });
      standing = () => world.fake.records.length;
      world.fake.refuseValue(poison.name);
      await world.store(leads);
      world.deliver();
      await until('the tenth shown as refused', 60_000, async () => (await world.summary()).refused === 1);
      if (roundsForNine === undefined || roundsForNine > ROUNDS)
        scene.broken.push(`nine delivered after ${roundsForNine} rounds`);
      // The visitor corrects herself: whoever was refused keeps nobody waiting.
      await world.store([{ ...poison, id: crypto.randomUUID(), name: 'Corrigée' }]);
      await until('the correction delivered', 60_000, async () => (await world.summary()).undelivered === 1);
      judgements.push(world.verdict(poison));
    }
    return together(judgements);
  },
};
