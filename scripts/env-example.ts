// Writes .env.example out of server/config/env.ts; with --check, only says whether it is stale (exit 1).
import { readFileSync, writeFileSync } from 'node:fs';
import { settings } from '#server/config/env.ts';

const FILE = new URL('../.env.example', import.meta.url);

const HEADER = `# Réglages du serveur. Aucun n’est nécessaire pour commencer.
# Copiez ce fichier sous le nom .env et ôtez le # devant les réglages voulus ; l’environnement l’emporte sur .env.
# Fichier produit par scripts/env-example.ts à partir de server/config/env.ts : ne le modifiez pas à la main.
`;

/** The text of .env.example. */
export function envExample(): string {
  const entries = Object.entries(settings).map(
    ([name, { meaning, expected, byDefault = '' }]) =>
      `# ${meaning}\n# Attendu : ${expected}.\n# ${name}=${byDefault}\n`,
  );
  return [HEADER, ...entries].join('\n').replaceAll('….\n', '…\n');
}

if (import.meta.main) {
  if (!process.argv.includes('--check')) writeFileSync(FILE, envExample());
  else if (readFileSync(FILE, 'utf8') !== envExample()) {
    console.error(
      '.env.example n’est plus à jour ; rien d’autre n’est touché. Lancez : node scripts/env-example.ts',
    );
    process.exitCode = 1;
  }
}
