import { type Cluster, startCluster } from '../../postgres/cluster.ts';
import type { Scene } from './row.ts';

/** A PostgreSQL of the row's own, so that it can be killed and paused, with an empty database. */
export async function onPostgres(scene: Scene): Promise<{ cluster: Cluster; DATABASE_URL: string }> {
  const cluster = await startCluster();
  scene.onEnd(() => cluster.stop());
  return { cluster, DATABASE_URL: await cluster.createDatabase() };
}
