import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { freePort } from '#scripts/support/free-port.ts';
import { debianNginxConf, findProxy, type ProxyName } from '#scripts/support/programs.ts';
import { type AtEnd, temporaryFolder } from '../service/temporary-folder.ts';
import { type Certificate, makeCertificate } from './certificate.ts';
import { DEPLOY, replaced, shipped } from './shipped.ts';

export const NAME = 'essai.test';

export interface RunningProxy {
  readonly httpPort: number;
  readonly httpsPort: number;
  /** What a client has to trust. */
  readonly ca: string;
  /** Everything it has written so far, to its outputs and to every file of its own. */
  logs(): string;
}

/** How Debian's nginx.conf is changed, as the runbook says. */
export const WORKERS = ['worker_connections 768;', 'worker_connections 16384;'] as const;

export interface ProxyOptions {
  /** The network namespace is the test's own: then the proxy listens where the shipped files say. */
  readonly ownNetwork?: boolean;
  /** The address of an edge of Cloudflare: then the file for sites behind Cloudflare lies beside the other. */
  readonly edge?: string;
}

interface Permit extends ProxyOptions {
  readonly folder: string;
  readonly httpPort: number;
  readonly httpsPort: number;
  readonly backendPort: number;
  readonly certificate: Certificate;
}

const START = { nginx: startNginx, caddy: startCaddy };
const READY_MS = 15_000;

/** The proxy with the configuration of deploy/, in front of the server at `backendPort`. */
export async function startProxy(
  proxy: ProxyName,
  backendPort: number,
  atEnd: AtEnd,
  { ownNetwork = false, edge }: ProxyOptions = {},
): Promise<RunningProxy> {
  const program = findProxy(proxy);
  if (program === undefined) throw new Error(`${proxy} is missing: node scripts/run.mjs scripts/programs.ts`);
  const folder = temporaryFolder(atEnd);
  const certificate = makeCertificate(folder, NAME);
  const [httpPort, httpsPort] = ownNetwork ? [80, 443] : [await freePort(), await freePort()];
  const child = START[proxy](program, {
    ...{ folder, httpPort, httpsPort, backendPort, certificate, ownNetwork },
    ...(edge !== undefined && { edge }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  const ended = once(child, 'exit');
  atEnd(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const logFolder = join(folder, 'log');
  const logs = () =>
    [output, ...readdirSync(logFolder).map((file) => readFileSync(join(logFolder, file), 'utf8'))].join('\n');
  await listening(httpsPort, child, logs);
  return { httpPort, httpsPort, ca: certificate.ca, logs };
}

/** Debian's own nginx.conf around ours, since that is what it is put into. */
function startNginx(program: string, place: Permit): ChildProcess {
  const { folder, httpPort, httpsPort, backendPort, certificate, ownNetwork } = place;
  const debian = debianNginxConf();
  if (debian === undefined) throw new Error('Debian’s nginx.conf is missing');
  for (const name of ['log', 'conf.d', 'modules', 'www']) mkdirSync(join(folder, name));
  const elsewhere: [string, string][] = [
    ['listen 80', `listen 127.0.0.1:${httpPort}`],
    ['listen 443', `listen 127.0.0.1:${httpsPort}`],
    ['listen [::]:80', `# listen [::]:80`],
    ['listen [::]:443', `# listen [::]:443`],
  ];
  const ours = shipped('nginx/oui-48.conf', NAME, [
    ...(ownNetwork ? [] : elsewhere),
    ['127.0.0.1:3000', `127.0.0.1:${backendPort}`],
    [`/etc/letsencrypt/live/${NAME}/fullchain.pem`, certificate.certFile],
    [`/etc/letsencrypt/live/${NAME}/privkey.pem`, certificate.keyFile],
    ['/var/log/nginx/', `${folder}/log/`],
    ['/var/www/html', join(folder, 'www')],
  ]);
  writeFileSync(join(folder, 'conf.d/oui-48.conf'), ours);
  if (place.edge !== undefined)
    writeFileSync(
      join(folder, 'conf.d/oui-48-cloudflare.conf'),
      cloudflare('nginx/oui-48-cloudflare.conf', place.edge),
    );
  copyFileSync(join(DEPLOY, 'nginx/oui-48-workers.conf'), join(folder, 'modules/oui-48-workers.conf'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    join(folder, 'conf.d/temporary.conf'),
    temporary.map((kind) => `${kind}_temp_path ${join(folder, kind)};\n`).join(''),
  );
  const around: (readonly [string, string])[] = [
    WORKERS,
    ['user www-data;', process.getuid?.() === 0 ? 'user root;' : ''],
    ['/run/nginx.pid', join(folder, 'nginx.pid')],
    ['/var/log/nginx/', `${folder}/log/`],
    ['/etc/nginx/modules-enabled/', `${folder}/modules/`],
    ['/etc/nginx/conf.d/', `${folder}/conf.d/`],
    ['/etc/nginx/sites-enabled/', `${folder}/no-sites/`],
    ['/etc/nginx/mime.types', join(dirname(debian), 'mime.types')],
  ];
  const main = around.reduce((text, [from, to]) => replaced(text, from, to), readFileSync(debian, 'utf8'));
  writeFileSync(join(folder, 'nginx.conf'), main);
  const args = ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'log/early.log'), '-g', 'daemon off;'];
  return spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** The shipped file for sites behind Cloudflare, with one of its networks here. */
function cloudflare(file: string, edge: string): string {
  return replaced(readFileSync(join(DEPLOY, file), 'utf8'), '103.21.244.0/22', `${edge}/32`);
}

function startCaddy(program: string, place: Permit): ChildProcess {
  const { folder, httpPort, httpsPort, backendPort, certificate, ownNetwork } = place;
  mkdirSync(join(folder, 'log'));
  const ownTls = `${ownNetwork ? '' : 'bind 127.0.0.1\n\t'}tls ${certificate.certFile} ${certificate.keyFile}`;
  const text = shipped('caddy/Caddyfile', NAME, [
    ['\n{\n', `\n{\n\tadmin off\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n`],
    [`${NAME} {\n`, `${NAME} {\n\t${ownTls}\n`],
    ...(ownNetwork ? [] : ([['https:// {\n', 'https:// {\n\tbind 127.0.0.1\n']] as [string, string][])),
    ['127.0.0.1:3000', `127.0.0.1:${backendPort}`],
    ['/var/log/caddy/', `${folder}/log/`],
    ['/etc/caddy/', `${folder}/`],
  ]);
  writeFileSync(join(folder, 'Caddyfile'), text);
  if (place.edge !== undefined) {
    const beside = cloudflare('caddy/oui-48-cloudflare.caddy', place.edge);
    const here = replaced(beside, '127.0.0.1:3000', `127.0.0.1:${backendPort}`);
    writeFileSync(join(folder, 'oui-48-cloudflare.caddy'), here);
  }
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const args = ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
  return spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function listening(port: number, child: ChildProcess, logs: () => string): Promise<void> {
  const deadline = Date.now() + READY_MS;
  while (!(await answers(port))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`It did not start: ${logs()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Whether something takes connections there. */
export function answers(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
