import type { ProxyName } from '#scripts/proxies/find.ts';
import { NAME } from '../deploy/proxy.ts';
import { runbookLines } from './runbook.ts';
import type { Stage } from './stage.ts';

const FILE: Record<ProxyName, string> = { nginx: 'deploy/nginx/', caddy: 'deploy/caddy/' };

/**
 * Types the runbook's lines for going live into a shell, as they stand there, but for the name of the site; throws at
 * the first that ends with an error.
 * @returns how long each took, in seconds
 */
export async function goLive(proxy: ProxyName, { machine, given, more }: Stage): Promise<readonly number[]> {
  const lines = runbookLines(FILE[proxy], 'npm run doctor');
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
