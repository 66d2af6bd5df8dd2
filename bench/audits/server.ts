// A process of its own: the real server on its embedded database, whose audits visit the sites of internet.ts.
import { auditProcesses } from '#server/audits/process/audit-process.ts';
import type { EnvironmentModule } from '#server/audits/process/protocol.ts';
import { serve } from '#server/serve.ts';

process.once('message', async (environment: EnvironmentModule) => {
  const publicUrl = 'https://oui-48.example';
  const { url, stop } = await serve({
    auditEngine: auditProcesses({ publicUrl, now: Date.now, environment }),
  });
  process.send?.(url);
  process.on('disconnect', () => void stop().then(() => process.exit()));
});
