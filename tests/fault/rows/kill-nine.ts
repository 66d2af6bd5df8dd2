import type { Environment } from '#server/config/env.ts';
import type { Fault } from '../../fakes/airtable.ts';
import { brokenIntegrity } from '../harness/integrity.ts';
import type { Finding, Row, Scene } from '../harness/row.ts';
import { type Stage, setStage } from '../harness/stage.ts';
import { until } from '../harness/until.ts';

const READY_MS = 2_000;
/** In less than the full dose, the median start after a kill may take this many times as long as the first start. */
const AS_FIRST = 3;
const PART_NOTE =
  'in less than the full dose: median start after a kill within 3 times the first start, or 4 s; 2 s is judged in full doses';
const UNJUDGED_NOTE = 'in less than the full dose no start is judged: its servers start beside other suites';
const PRIVATE = /Zoé|@example\.ch|usr_|secretoftests/;

/** What the provider does with a request that is still under way when the process dies. */
const UNANSWERED: readonly [Fault, ...Fault[]] = [{ kind: 'hang' }, { kind: 'stored-hang' }];
/** What it does with one that may have been answered by then. */
const MOMENTS: readonly [Fault, ...Fault[]] = [{ kind: 'none' }, { kind: 'stored-close' }, ...UNANSWERED];

export const killNine: Row = {
  name: 'kill-nine',
  fault: 'kill -9 of the server at random points, embedded database',
  unit: 'kills',
  dose: { full: 200, quick: 20 },
  bar: 'database intact, ready within 2 s',
  timed: true,
  async run(scene) {
    const stage = await setStage(scene);
    return killed(scene, stage, { damage: () => brokenIntegrity(stage.dataDir), judgesStarts: true });
  },
};

/** A few kills, whose starts are not judged: what `npm test` has of the fault suite. */
export const killNineBriefly: Row = {
  name: killNine.name,
  fault: killNine.fault,
  unit: killNine.unit,
  dose: { ...killNine.dose, quick: 4 },
  bar: 'database intact',
  async run(scene) {
    const stage = await setStage(scene);
    return killed(scene, stage, { damage: () => brokenIntegrity(stage.dataDir), judgesStarts: false });
  },
};

interface Killing {
  readonly settings?: Environment;
  /** Says what a kill has damaged in the database, in words. */
  readonly damage?: () => string | undefined;
  /** Whether slow starts fail the row in a partial dose too; in the full dose they always do. */
  readonly judgesStarts: boolean;
}

/** Kills the program again and again in the middle of a burst, each time in another state, then lets it finish. */
export async function killed(
  scene: Scene,
  { client, provider, start, verdict }: Stage,
  { settings, damage, judgesStarts }: Killing,
): Promise<Finding> {
  const { dose, random, broken } = scene;
  const ready: number[] = [];
  let written = '';
  for (let round = 0; round < dose; round += 1) {
    const server = await start(settings);
    ready.push(server.readyMs);
    const requests = provider.requests.length;
    // Every other time it dies while it speaks with the provider, else while it answers visitors.
    const isSpeaking = round % 2 === 0;
    await provider.plan([random.pick(isSpeaking ? UNANSWERED : MOMENTS)]);
    const wanted = client.acknowledged.size + random.within(1, 12);
    const over = new AbortController();
    const burst = client.burst(server.url, 20, { abreast: random.within(1, 8), signal: over.signal });
    await until('answers', 60_000, () => client.acknowledged.size >= wanted);
    if (isSpeaking) await until('a request', 60_000, () => provider.requests.length > requests);
    over.abort();
    await server.killNine();
    await burst;
    await provider.heal();
    written += server.output();
    const found = damage?.();
    if (found !== undefined) broken.push(found);
  }
  const server = await start(settings);
  ready.push(server.readyMs);
  const judgement = await verdict(120_000 + dose * 1_000);
  written += server.output();
  if (PRIVATE.test(written)) broken.push('personal data in the log');
  // Or no request was ever cut in the middle, and the row proved nothing.
  const searches = provider.requests.filter(({ path }) => path.endsWith('/listRecords')).length;
  if (searches < dose / 8) broken.push(`only ${searches} requests were cut in the middle`);
  const late = scene.full || judgesStarts ? tooLate(ready, scene.full) : undefined;
  if (late !== undefined) broken.push(late);
  const note = judgesStarts ? PART_NOTE : UNJUDGED_NOTE;
  return { ...judgement, recoveryMs: Math.max(...ready), ...(!scene.full && { note }) };
}

/**
 * Says that the starts after a kill were too slow; undefined when they were not. The full dose judges the slowest start
 * by `READY_MS`. Less than that runs in `npm test`, where other suites use the processor at the same time: there the
 * median start after a kill is compared with the first start, before any kill, and up to 4 s is accepted in any case.
 */
function tooLate([first = 0, ...later]: readonly number[], full: boolean): string | undefined {
  const slowest = Math.max(first, ...later);
  const middle = later.toSorted((a, b) => a - b)[later.length >> 1] ?? 0;
  const [counted, most] = full ? [slowest, READY_MS] : [middle, Math.max(2 * READY_MS, AS_FIRST * first)];
  return counted > most
    ? `ready only after ${Math.round(counted)} ms (at most ${Math.round(most)} ms)`
    : undefined;
}
