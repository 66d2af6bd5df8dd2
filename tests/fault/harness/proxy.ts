import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Passed, ProxyPlan } from './proxy-thread.ts';
import type { Scene } from './row.ts';

export interface TcpProxy {
  readonly url: string;
  passed(): Promise<Passed>;
}

/**
 * Stands between two programs and does to each exchange, a question and its answer on a connection, what the plan says.
 * @param address of the one behind it, as a url
 */
export async function startProxy(
  scene: Scene,
  address: string,
  plan: Partial<Pick<ProxyPlan, 'share' | 'manners' | 'faulty'>> = {},
): Promise<TcpProxy> {
  const { hostname: host, port } = new URL(address);
  const seed = scene.random.within(1, 2 ** 30);
  const workerData: ProxyPlan = {
    upstream: { host, port: Number(port) },
    seed,
    share: 0,
    manners: [],
    faulty: 0,
    ...plan,
  };
  const worker = new Worker(new URL('./proxy-thread.ts', import.meta.url), { workerData, execArgv: [] });
  scene.onEnd(() => worker.terminate());
  const [said] = (await once(worker, 'message')) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${said.port}`,
    async passed() {
      worker.postMessage('passed');
      const [passed] = (await once(worker, 'message')) as [Passed];
      return passed;
    },
  };
}
