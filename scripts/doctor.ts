// npm run doctor: cli/doctor.ts, built as the server is, since it writes a mail as the server does.
import { join } from 'node:path';
import { tellRefusals } from './build/refusals.ts';
import { buildServer } from './build/server.ts';

await tellRefusals(async () => {
  const { dir } = await buildServer();
  await import(join(dir, 'doctor.js'));
});
