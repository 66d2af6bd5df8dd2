// What `--help` says of the commands that package.json gives a name. doctor, leads and vitest answer for themselves.
// Runs on whatever Node the machine has (20 or newer): built-ins only.

/**
 * By file: how it is called, what it does, and whether it takes options; one that takes none refuses what it is given.
 * @type {Readonly<Record<string, { call: string, does: string, takesNone?: true }>>}
 */
export const USAGE = {
  'scripts/start.ts': {
    call: 'npm start',
    does: 'Installe ce qui manque, construit le site s’il ne l’est pas, ouvre la base de données et sert le tout ; la dernière ligne donne l’adresse. Les réglages se donnent dans .env (voir .env.example).',
    takesNone: true,
  },
  'scripts/build.ts': {
    call: 'npm run build',
    does: 'Construit le site sans l’ouvrir, pendant que l’ancien répond. Rien ne change si ces sources sont déjà construites.',
    takesNone: true,
  },
  'scripts/dev.ts': {
    call: 'npm run dev',
    does: 'Le site et le serveur, rechargés à chaque modification ; /galerie montre chaque élément.',
    takesNone: true,
  },
  'scripts/demo.ts': {
    call: 'npm run demo',
    does: 'Remplit une base à part, .cache/exemple, des contacts inventés que montre le bureau.',
    takesNone: true,
  },
  'scripts/test.ts': {
    call: 'npm test, npm run check ou npm run test:rest',
    does: 'Les vérifications : npm test fait chacune une fois, sur la base embarquée et dans Chromium ; npm run check n’en fait que la moitié rapide, sans navigateur ni serveur ; npm run test:rest fait tout le reste.',
  },
  'scripts/sbom.ts': {
    call: 'npm run sbom',
    does: 'Écrit sbom.cdx.json, ce que contient cette version, paquet par paquet (CycloneDX), pour le joindre à une livraison.',
    takesNone: true,
  },
  'tests/container/walk.ts': {
    call: 'npm run test:container',
    does: 'Construit les images du Dockerfile et ouvre compose.yaml dans chacun de ses profils. Demande root ; installe podman et docker-compose ; dure dix minutes.',
    takesNone: true,
  },
  'tests/bare/walk.ts': {
    call: 'npm run test:bare [-- --only nginx|caddy]',
    does: 'Suit la mise en ligne du guide d’exploitation, à la lettre, sur une Debian nue dans des espaces de noms. Demande root et mmdebstrap ; dure quelques minutes.',
  },
  'tests/hostile/run.ts': {
    call: 'npm run test:hostile [-- --seconds 75]',
    does: 'Ce que les visiteurs remarquent pendant que des sites hostiles sont audités, dans des espaces de noms réseau. Demande root ; dure environ quatre minutes.',
  },
  'tests/random/run.ts': {
    call: 'npm run test:random [-- --minutes 8] [--seed <n>] [--engine sqlite|postgres]',
    does: 'Au hasard et au même moment, tout ce qui agit sur un contact et ses appels ; compare ensuite ce qui est enregistré, dit et chez Airtable. Dure huit minutes.',
  },
  'tests/fault/run.ts': {
    call: 'npm run test:fault [-- --only <nom,nom>] [--seed <n>] [--dose <n|quick>] [--keep]',
    does: 'La suite de pannes à pleine dose, en un tableau.',
  },
  'scripts/audit.ts': {
    call: 'npm run audit',
    does: 'Demande au registre npm les failles connues de ce qui sert en production.',
    takesNone: true,
  },
  'scripts/tour.ts': {
    call: 'npm run tour [-- --only /sales]',
    does: 'Une image de chaque page, à 390 et à 1440 pixels, dans tour/.',
  },
  'scripts/format.ts': { call: 'npm run format', does: 'Met en forme toutes les sources.', takesNone: true },
  'bench/bench.ts': {
    call: 'npm run bench [-- --quick]',
    does: 'Toutes les mesures, l’une après l’autre, chacune à côté de sa limite ; --quick en petites doses, qui ne sont pas gardées.',
  },
  'bench/server/main.ts': {
    call: 'npm run bench:server, npm run bench:delivery ou npm run bench:scale [-- --quick]',
    does: 'Ce que le serveur fait en une seconde, rapporté à ce que la machine fait sans lui ; le temps qu’il faut à un afflux de contacts pour arriver dans Airtable ; le serveur et les commandes sur un million de contacts, à côté d’une base vide.',
  },
  'bench/pages/main.ts': {
    call: 'npm run bench:pages [-- --runs 3] [--pages /sales,/home|all]',
    does: 'Ce que coûtent nos pages, à côté d’une page écrite à la main.',
  },
};

/**
 * Answers in the place of a command that was asked for its help, or given options although it takes none.
 * @param {readonly string[]} args Node's options, the file, and what is given to it
 * @returns {{ text: string, code: 0 | 2 } | undefined} what to print and how to end; undefined when the command may run
 */
export function answerFor(args) {
  const at = args.findIndex((arg) => !arg.startsWith('-'));
  const usage = USAGE[args[at] ?? ''];
  if (usage === undefined) return undefined;
  const given = args.slice(at + 1);
  const text = `Usage\u202f: ${usage.call}\n\n${usage.does.replace(/ ([;:?!])/g, '\u202f$1')}`;
  if (given.includes('--help')) return { text, code: 0 };
  if (!usage.takesNone || given.length === 0) return undefined;
  return {
    text: `«\u202f${given.join(' ')}\u202f»\u202f: cette commande ne prend rien. Rien n’a été fait. Aide\u202f: ${usage.call} -- --help`,
    code: 2,
  };
}
