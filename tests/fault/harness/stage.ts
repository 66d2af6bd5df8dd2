import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '#server/config/env.ts';
import { type Client, newClient } from './client.ts';
import { type Judgement, judge } from './oracle.ts';
import { type Provider, startProvider } from './provider.ts';
import type { Scene } from './row.ts';
import { type SpawnedServer, type SpawnOptions, spawnServer } from './spawned-server.ts';

/** The usual set: the provider, visitors, and the program on a folder that outlives its processes. */
export interface Stage {
  readonly provider: Provider;
  readonly client: Client;
  readonly folder: string;
  readonly dataDir: string;
  /** Starts the program; what is still running at the end of the row is killed. */
  start(environment?: Environment, options?: SpawnOptions): Promise<SpawnedServer>;
  /** Waits until every acknowledged lead is at the provider, then judges. */
  verdict(withinMs: number): Promise<Judgement>;
}

/** How long a quick dose waits for what is to be delivered, on whatever machine. */
const QUICK_PATIENCE_MS = 300_000;

export interface StageOptions {
  /** Where the database is to live, when not in a folder of the row's own. */
  readonly dataDir?: string;
  /** Whether a salesperson edits records meanwhile, by chance; so it is unless the row has one of its own. */
  readonly editing?: boolean;
}

export async function setStage(scene: Scene, { dataDir, editing = true }: StageOptions = {}): Promise<Stage> {
  const folder = scene.folder();
  const data = dataDir ?? join(folder, 'data');
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'dist', 'index.html'), '<!doctype html><title>Accueil</title>');
  const provider = await startProvider(scene, editing ? scene.random.within(1, 2 ** 30) : undefined);
  const client = newClient();
  return {
    provider,
    client,
    folder,
    dataDir: data,
    async start(environment = {}, options = {}) {
      const settings = { DATA_DIR: data, ...provider.environment(), ...environment };
      const server = await spawnServer(folder, settings, options);
      scene.onEnd(() => server.killNine());
      return server;
    },
    async verdict(withinMs) {
      // What is missing is counted below; here it is only waited for. A quick dose runs beside other suites.
      const patience = scene.full ? withinMs : Math.max(withinMs, QUICK_PATIENCE_MS);
      await provider.holds(client.acknowledged.values(), patience).catch(() => {});
      const told = { acknowledged: client.acknowledged.values(), sent: client.sent.values() };
      return judge(told, { records: await provider.records(), requests: provider.requests });
    },
  };
}
