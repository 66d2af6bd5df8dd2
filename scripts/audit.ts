// npm run audit: known weaknesses of what builds and serves the site, as the registry lists them.
import { spawnSync } from 'node:child_process';

interface Report {
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string }>>;
}

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
});
const { vulnerabilities } = readReport(stdout);
if (vulnerabilities === undefined) {
  console.error(
    'Le registre npm n’a pas répondu à la question des failles connues : rien n’a été vérifié, rien n’a été modifié. ' +
      'Relancez npm run audit depuis une machine qui joint le registre npm.',
  );
  process.exitCode = 2;
} else {
  const found = Object.entries(vulnerabilities).map(([name, { severity }]) => `${name} (${severity})`);
  if (found.length > 0) {
    console.error(
      `Failles connues dans ce qui sert en production : ${found.join(', ')}. Rien n’a été modifié. ` +
        'Mettez ces paquets à jour dans package.json, puis relancez npm test.',
    );
    process.exitCode = 1;
  } else console.log('Aucune faille connue dans ce qui sert en production.');
}

function readReport(text: string): Report {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return {};
  }
}
