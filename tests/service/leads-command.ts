import type { Instant } from '#domain/instant.ts';
import type { AuditEngine } from '#server/audits/process/audit-protocol.ts';
import type { Environment } from '#server/config/env.ts';
import { run } from '../../cli/leads/run-command.ts';
import type { LeadsRun } from './leads-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

/**
 * The command inside the test's own process, which is much faster than one of its own.
 * @param answer what the operator types when asked
 * @param auditEngine what visits sites
 * @param now the time that the command goes by
 */
export async function leadsCommand(
  args: readonly string[],
  environment: Environment,
  answer = '',
  auditEngine?: AuditEngine,
  now: () => Instant = Date.now,
): Promise<LeadsRun> {
  let stdout = '';
  let stderr = '';
  const code = await run(args, {
    // Without it the default, `data` in the checkout: tests on PostgreSQL would share the lists of exports and erasures there.
    environment: () => ({ ...environment, DATA_DIR: environment.DATA_DIR ?? temporaryFolder() }),
    output: {
      line: (text) => {
        stdout += `${text}\n`;
      },
      json: (value) => {
        stdout += JSON.stringify(value);
      },
      raw: async (text) => {
        stdout += text;
      },
    },
    error: (text) => {
      stderr += text;
    },
    ask: async (question) => {
      stdout += question;
      return answer;
    },
    now,
    ...(auditEngine && { auditEngine }),
  });
  return { code, stdout, stderr };
}
