import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ProxyName } from '#scripts/support/programs.ts';
import { NAME } from '../deploy/proxy.ts';
import type { Door } from '../deploy/visitor.ts';
import { FAKE, type FakeAirtable, startFakeAirtable } from '../fakes/airtable.ts';
import { type FakeSmtp, openFakeSmtp } from '../fakes/smtp.ts';
import { type AtEnd, temporaryFolder } from '../service/temporary-folder.ts';
import { PUBLIC_AUTHORITY, startAuthority } from './authority.ts';
import { type Machine, startMachine } from './machine.ts';
import { connectMachine, OUTSIDE, SITE_ADDRESS } from './network.ts';
import { forward, startRelay } from './relay.ts';
import { bareRoot } from './root.ts';

export interface Stage {
  readonly machine: Machine;
  readonly door: Door;
  readonly airtable: FakeAirtable;
  readonly smtp: FakeSmtp;
  /** What the runbook has its reader give before the first line, as settings of a shell. */
  readonly given: string;
  /** Lines for `.env` that only a test needs. */
  readonly more: string;
}

const REPOSITORY = resolve(import.meta.dirname, '../..');
export const DEPOT = '/root/depot.git';

/** A bare machine with nothing on it, and around it what an operator has: a domain, a repository, Airtable, mail. */
export async function setStage(proxy: ProxyName, atEnd: AtEnd): Promise<Stage> {
  const folder = temporaryFolder(atEnd);
  const [airtable, smtp] = [await startFakeAirtable(), await openFakeSmtp()];
  atEnd(() => airtable.close());
  atEnd(() => smtp.close());
  const names = `${SITE_ADDRESS.v4} ${NAME} www.${NAME}\n`;
  const files = {
    'etc/hostname': `${proxy}\n`,
    'etc/hosts': `127.0.0.1 localhost\n127.0.1.1 ${proxy}\n${OUTSIDE} ${PUBLIC_AUTHORITY}\n${names}`,
  };
  const connect = (pid: number) => connectMachine(pid, atEnd);
  const machine = await startMachine({ root: bareRoot(), folder, files, connect }, atEnd);
  const relay = await startRelay(OUTSIDE, airtable.url, atEnd);
  await forward(OUTSIDE, smtp.port, atEnd);
  const ca = await startAuthority(
    { folder: join(folder, 'authority'), address: OUTSIDE, hosts: names },
    atEnd,
  );
  await machine.put('/usr/local/share/ca-certificates/essai.crt', ca);
  await machine.put('/etc/apt/apt.conf.d/90essai', `Acquire::http::Proxy "${relay}";\n`);
  await machine.put('/root/.npmrc', await npmSettings(machine, relay));
  execFileSync('git', ['clone', '--quiet', '--bare', REPOSITORY, join(folder, 'depot.git')]);
  const packed = execFileSync('tar', ['-C', folder, '-c', 'depot.git'], { maxBuffer: 2 ** 30 });
  await machine.run('tar -C /root -x --no-same-owner', packed);
  const door = { host: SITE_ADDRESS.v4, httpPort: 80, httpsPort: 443, ca };
  const settings = {
    DEPOT,
    JETON: FAKE.token,
    BASE: FAKE.baseId,
    COURRIEL: `vous@${NAME}`,
    SMTP: `smtp://${OUTSIDE}:${smtp.port}`,
    EXPEDITEUR: `Essai <site@${NAME}>`,
  };
  const given = Object.entries(settings).map(([name, value]) => `${name}='${value}'`);
  return { machine, door, airtable, smtp, given: given.join('\n'), more: `AIRTABLE_API_URL=${relay}` };
}

/** What this machine's npm says about its registry and whom it trusts, and the way there. */
async function npmSettings(machine: Machine, relay: string): Promise<string> {
  const ask = (name: string) => {
    const said = execFileSync('npm', ['config', 'get', name], {
      cwd: '/',
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    return said === 'null' || said === 'undefined' ? undefined : said;
  };
  const lines = [`registry=${ask('registry')}`, `proxy=${relay}`, `https-proxy=${relay}`];
  const trusted = ask('cafile') ?? process.env.NODE_EXTRA_CA_CERTS;
  if (trusted !== undefined) {
    await machine.put('/etc/essai-npm.crt', readFileSync(trusted));
    lines.push('cafile=/etc/essai-npm.crt');
  }
  return `${lines.join('\n')}\n`;
}
