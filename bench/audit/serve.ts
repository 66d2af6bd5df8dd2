// A program of its own, started by audit.ts: the server as it is built, and the sites that it looks at.
// Call: serve.ts <how many visitors come>

import { environmentIn } from '../../tests/fixtures/audits/environment.ts';
import { openInternet } from '../../tests/fixtures/audits/internet.ts';
import { builtModule } from '../../tests/support/built-server.ts';
import { sitesFor } from './sites.ts';

const internet = await openInternet(sitesFor(Number(process.argv[2])));
const { main } = await builtModule<typeof import('#server/main.ts')>('main');
const { auditProcesses } =
  await builtModule<typeof import('#server/audits/process/audit-process.ts')>('audit-process');
const engine = auditProcesses({
  publicUrl: 'https://oui-48.example/audit',
  now: Date.now,
  environment: environmentIn(internet),
});
// As root the server says that it has no browser.
await main({ auditEngine: (asked, run) => engine(asked, { ...run, browser: true }) });
