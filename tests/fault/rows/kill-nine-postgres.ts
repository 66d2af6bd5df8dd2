import { onPostgres } from '../harness/postgres.ts';
import type { Row } from '../harness/row.ts';
import { setStage } from '../harness/stage.ts';
import { killed } from './kill-nine.ts';

export const killNinePostgres: Row = {
  name: 'kill-nine-postgres',
  fault: 'kill -9 of the server at random points, PostgreSQL',
  unit: 'kills',
  dose: { full: 30, quick: 3 },
  bar: 'ready within 2 s',
  async run(scene) {
    const { DATABASE_URL } = await onPostgres(scene);
    return killed(scene, await setStage(scene), { settings: { DATABASE_URL }, judgesStarts: false });
  },
};
