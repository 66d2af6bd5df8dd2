import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '#scripts/support/free-port.ts';
import { ensureProgram, isRoot } from '../support/machine.ts';
import { query } from './admin.ts';

export function poolerMissing(): boolean {
  return !ensureProgram('pgbouncer');
}

/**
 * A PgBouncer of the test's own in front of a database, one server connection for each transaction.
 * @param settings lines of its configuration
 * @returns the url through it
 */
export async function startPooler(url: string, settings: readonly string[] = []): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'oui-48-pgbouncer-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const { hostname, port: behind } = new URL(url);
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${behind}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 5',
    ...settings,
  ];
  // Any user may connect, and is `postgres` behind it.
  lines[1] += ' user=postgres';
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o644 });
  // It refuses to be root.
  const user = isRoot() ? ['-u', 'nobody'] : [];
  const pooler = spawn('pgbouncer', ['-q', ...user, file], { stdio: 'ignore' });
  onTestFinished(async () => {
    const gone = once(pooler, 'exit');
    if (pooler.exitCode === null && pooler.kill()) await gone;
  });
  const through = new URL(url);
  through.port = String(port);
  const deadline = Date.now() + 10_000;
  for (;;) {
    try {
      await query(through.href, 'select 1');
      return through.href;
    } catch (error) {
      if (Date.now() > deadline || pooler.exitCode !== null) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
