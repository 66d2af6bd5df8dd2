import type { Fault } from '../../fakes/airtable.ts';
import { startProxy } from '../harness/proxy.ts';
import type { Manner } from '../harness/proxy-thread.ts';
import type { Random } from '../harness/random.ts';
import type { Row } from '../harness/row.ts';
import { setStage } from '../harness/stage.ts';
import { until } from '../harness/until.ts';

const LONGEST_REQUEST_MS = 15_000;

interface Ill {
  readonly name: string;
  readonly fault: string;
  /** What the provider answers to one request. */
  readonly answer?: (random: Random) => Fault;
  /** What the network does to one exchange. */
  readonly network?: readonly Manner[];
  /** The share of requests that meet it; the second one always does. */
  readonly share: number;
  /** The fault is over after so many requests; else after half as many as there are leads. */
  readonly requests?: number;
}

const status = (code: number): Fault => ({ kind: 'status', status: code, body: '<html>Sorry</html>' });
const NONE: Fault = { kind: 'none' };
const SERVER_ERRORS = [500, 502, 503] as const;

const ILLS: readonly Ill[] = [
  {
    name: 'errors-30',
    fault: '500, 502 and 503 to 30 % of the first requests',
    answer: (random) => status(random.pick(SERVER_ERRORS)),
    share: 0.3,
  },
  {
    name: 'errors-100',
    fault: '500, 502 and 503 to every request, 20 in a row',
    answer: (random) => status(random.pick(SERVER_ERRORS)),
    share: 1,
    requests: 20,
  },
  {
    name: 'penalty',
    fault: '429, and nothing else for 30 s',
    answer: () => ({ kind: 'penalty' }),
    share: 1,
    requests: 1,
  },
  {
    name: 'half-open',
    fault: 'half-open connections at 10 % of the first requests: swallowed, or their answers are',
    network: [{ kind: 'half-open' }, { kind: 'black-hole' }],
    share: 0.1,
  },
  {
    name: 'reset',
    fault: 'connection reset in the middle of 30 % of the first answers',
    network: [1, 40, 100, 200, 250].map((afterBytes) => ({ kind: 'reset', afterBytes })),
    share: 0.3,
  },
  {
    name: 'drip',
    fault: 'answers that drip, byte by byte, to 5 % of the first requests',
    network: [2, 10, 30, 100].map((msAByte) => ({ kind: 'drip', msAByte })),
    share: 0.05,
  },
  {
    name: 'applied',
    fault: 'stored and never answered, 10 % of the first requests',
    answer: () => ({ kind: 'stored-hang' }),
    share: 0.1,
  },
];

export const providerFaults: readonly Row[] = ILLS.map(
  ({ name, fault, answer, network, share, requests }) => ({
    name: `provider-${name}`,
    fault: `provider: ${fault}`,
    unit: 'leads',
    dose: { full: 1_000, quick: 100 },
    bar: 'none missing, none twice, five requests a second at most, no request over 15 s',
    async run(scene) {
      const { random } = scene;
      const stage = await setStage(scene);
      const { client, provider } = stage;
      // After this many requests the provider works again. If it did not, a lead would fail eight times in a row in some
      // runs. The delay before a retry doubles each time, so the next retry would come after this row has stopped waiting.
      const faulty = requests ?? Math.ceil(scene.dose / 2);
      const proxy = await startProxy(
        scene,
        provider.url,
        network === undefined ? {} : { share, manners: network, faulty },
      );
      let request = 0;
      const isIll = () => random() < share || ++request === 2;
      if (answer !== undefined)
        await provider.plan(Array.from({ length: faulty }, () => (isIll() ? answer(random) : NONE)));
      const server = await stage.start(provider.environment(proxy.url));
      const started = performance.now();
      await client.burst(server.url, scene.dose);
      const recoveryMs =
        requests === undefined
          ? undefined
          : await until('the end of the fault', 120_000, () => provider.made.length > 0).then(
              () => performance.now() - started,
            );
      const judgement = await stage.verdict(170_000 + scene.dose * 400);
      const { longestMs: longest, exchanges } = await proxy.passed();
      if (longest > LONGEST_REQUEST_MS) scene.broken.push(`a request of ${Math.round(longest / 1000)} s`);
      return {
        ...judgement,
        ...(recoveryMs !== undefined && { recoveryMs }),
        note: `longest request ${(longest / 1000).toFixed(1)} s, ${exchanges} requests, all there after ${Math.round((performance.now() - started) / 1000)} s`,
      };
    },
  }),
);
