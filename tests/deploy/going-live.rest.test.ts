import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { debianNginxConf } from '#scripts/support/programs.ts';
import { loadConfig, readEnvironment } from '#server/config/config.ts';
import { BLOCKS, runbookLines } from '../bare/runbook.ts';
import { temporaryFolder } from '../service/temporary-folder.ts';
import { WORKERS } from './proxy.ts';
import { replaced, shipped } from './shipped.ts';

const root = resolve(import.meta.dirname, '../..');
const blocks = [runbookLines('caddy'), runbookLines('nginx')];

const LONGEST = 10;
const GIVEN = `SITE=essai.test JETON=patEssai BASE=appEssai0000000
COURRIEL=vous@essai.test SMTP=smtps://vous:secret@essai.test:465 EXPEDITEUR='Essai <site@essai.test>'`;

test('going live is ten lines with either proxy, and the files they name are there', () => {
  for (const [first] of blocks) expect(first).toMatch(/^SITE=/);
  for (const lines of blocks) {
    expect(lines.length).toBeLessThanOrEqual(LONGEST);
    const named = lines.flatMap((line) => line.match(/\bdeploy\/[\w./-]+/g) ?? []);
    expect(named.length).toBeGreaterThanOrEqual(2);
    for (const path of named) expect(existsSync(join(root, path)) || path.endsWith('/oui-48')).toBe(true);
  }
});

test('each block that npm run test:bare types into a bare machine is there', () => {
  for (const name of Object.keys(BLOCKS) as (keyof typeof BLOCKS)[])
    expect(runbookLines(name).length).toBeGreaterThan(0);
});

describe.each([
  ['caddy/Caddyfile', 'etc/caddy/Caddyfile', 'caddy'],
  ['nginx/oui-48.conf', 'etc/nginx/conf.d/oui-48.conf', 'nginx'],
] as const)('the lines for deploy/%s', (file, target, proxy) => {
  const lines = runbookLines(proxy);

  /** Runs one line as it stands, but under a folder of the test's own and for a site of the test's own. */
  const run = (line: string, folder: string) =>
    execFileSync('sh', ['-ec', `${GIVEN}\n${line}`], {
      cwd: folder,
      stdio: 'pipe',
    });

  test('write the configuration that the tests of the proxies run', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, target, '..'), { recursive: true });
    const line = lines.find((text) => text.startsWith('sed ')) ?? '';
    const [sed = ''] = line.split(' && ');
    run(sed.replace(` deploy/`, ` ${root}/deploy/`).replace(' > /', ` > ${folder}/`), folder);
    expect(readFileSync(join(folder, target), 'utf8')).toBe(shipped(file, 'essai.test', []));
  });

  test('write a firewall that loads what they install at every start', () => {
    const line = lines.find((text) => text.includes('deploy/nftables/oui-48-sources.nft')) ?? '';
    expect(line).toContain('-t /etc/nftables.d ');
    expect(line).toContain(`echo 'include "/etc/nftables.d/*.nft"' >> /etc/nftables.conf`);
    expect(line).toMatch(/systemctl enable --now nftables$/);
    expect(lines[1]).toMatch(/ nftables$/);
  });

  test('write settings with which nothing is left to say about the proxy', () => {
    const folder = temporaryFolder();
    const line = lines.find((text) => text.startsWith('printf ')) ?? '';
    run(line.replace('-o root -g oui-48 ', ''), folder);
    const config = loadConfig(readEnvironment({}, join(folder, '.env')));
    expect(config).toMatchObject({
      publicUrl: 'https://essai.test',
      trustProxy: ['127.0.0.1'],
      dataDir: '/var/lib/oui-48',
      port: 3000,
      airtable: { baseId: 'appEssai0000000' },
      mail: { owners: ['vous@essai.test'], from: { address: 'site@essai.test' } },
      warnings: [],
    });
  });

  test('build before they start, and let doctor have the last word', () => {
    const at = (words: string) => lines.findIndex((line) => line.includes(words));
    expect(at('npm run build')).toBeLessThan(at('systemctl enable --now oui-48'));
    expect(at('printf')).toBeLessThan(at('npm run build'));
    expect(at('npm run doctor')).toBe(lines.length - 1);
  });
});

test.skipIf(debianNginxConf() === undefined)(
  'the line for nginx leaves Debian’s nginx.conf as the tests of the proxies run it',
  () => {
    const folder = temporaryFolder();
    const debian = readFileSync(debianNginxConf() ?? '', 'utf8');
    writeFileSync(join(folder, 'nginx.conf'), debian);
    const commands = blocks.flat().flatMap((line) => line.split(' && '));
    const command =
      commands.find((text) => text.startsWith('sed -i ') && text.endsWith('/etc/nginx/nginx.conf')) ?? '';
    for (let time = 0; time < 2; time += 1)
      execFileSync('sh', ['-ec', command.replace('/etc/nginx/', `${folder}/`)], { stdio: 'pipe' });
    expect(readFileSync(join(folder, 'nginx.conf'), 'utf8')).toBe(replaced(debian, ...WORKERS));
    expect(commands).toContain('cp deploy/nginx/oui-48-workers.conf /etc/nginx/modules-enabled/');
  },
);
