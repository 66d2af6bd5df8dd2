import { equal } from 'node:assert/strict';
import type { ProxyName } from '#scripts/support/programs.ts';
import { NAME } from '../deploy/proxy.ts';
import { visitor } from '../deploy/visitor.ts';
import { VISITORS } from './network.ts';
import { runbookLines } from './runbook.ts';
import type { Stage } from './stage.ts';
import { until } from './until.ts';

const RELOAD_MS = 20_000;

/**
 * Types the runbook's lines for going live into a shell, as they stand there, but for the name of the site; throws at
 * the first that ends with an error.
 * @returns how long each took, in seconds
 */
export async function goLive(proxy: ProxyName, { machine, given, more }: Stage): Promise<readonly number[]> {
  const lines = runbookLines(proxy);
  const typed = lines.map((line, index) => {
    const own = line.replace(/^SITE=.+$/, `SITE=${NAME}`);
    // What only this test needs comes behind the line that writes the settings, where other settings would come.
    const added = line.endsWith(' .env') ? `\necho '${more}' >> .env` : '';
    return `${own}\nended=$?; echo "@line ${index + 1} $ended $SECONDS"; [ $ended = 0 ] || exit 1${added}`;
  });
  await machine.put('/root/lines.sh', `${given}\n${typed.join('\n')}\n`);
  const said = await machine.run('bash /root/lines.sh </dev/null 2>&1');
  const at = [...said.matchAll(/^@line \d+ \d+ (\d+)$/gm)].map(([, seconds]) => Number(seconds));
  return at.map((seconds, index) => seconds - (at[index - 1] ?? 0));
}

/** What Debian's timers do with nginx: certbot by the shipped configuration, and logrotate. Visitors notice neither. */
export async function renewAndRotate({ machine, door }: Stage): Promise<void> {
  const page = () => visitor(door, VISITORS.v4(7)).https({ path: '/sales' });
  const shown = async () =>
    await machine.run(
      `openssl s_client -connect ${NAME}:443 </dev/null 2>/dev/null | openssl x509 -noout -serial`,
    );
  const before = await shown();
  await machine.run('certbot renew --quiet --force-renewal --no-random-sleep-on-renew');
  await until(async () => (await shown()) !== before, RELOAD_MS);
  equal((await page()).status, 200);
  await machine.run('logrotate --force /etc/logrotate.d/nginx');
  await page();
  await until(
    async () => (await machine.ask('test -s /var/log/nginx/oui-48.access.log')).status === 0,
    RELOAD_MS,
  );
}
