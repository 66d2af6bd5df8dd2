// npm run doctor: what still stands between this checkout and going live.
import { readEnvironment } from '#server/config/config.ts';
import { examine } from './doctor/examine.ts';

const USAGE = `Usage\u202f: npm run doctor [-- [--json] [--rehearse]]

Dit ce qui sépare encore ce dépôt de la mise en ligne\u202f: réglages, Airtable, base de données, contacts refusés ou
retenus, valeurs fictives. --rehearse crée en plus une fiche d’essai dans Airtable, la modifie et la supprime. Code de sortie\u202f: 1 si un contact serait perdu ou retardé, 2 si une option n’existe pas.`;

const titles = {
  blocks: 'À régler d’abord (un contact serait perdu ou retardé)',
  mend: 'À régler avant la mise en ligne',
  fine: 'En ordre',
} as const;

async function diagnose(json: boolean, rehearse: boolean): Promise<number> {
  const findings = await examine({
    environment: () => readEnvironment(process.env),
    fetcher: fetch,
    dotEnv: '.env',
    rehearse,
  });
  if (json) console.log(JSON.stringify(findings, null, 2));
  for (const [weight, title] of json ? [] : Object.entries(titles)) {
    const texts = findings
      .filter((finding) => finding.weight === weight)
      .map((finding) => `  - ${finding.text}`);
    if (texts.length > 0) console.log(`${title} :\n${texts.join('\n')}\n`);
  }
  return findings.some((finding) => finding.weight === 'blocks') ? 1 : 0;
}

const options = process.argv.slice(2);
if (options.includes('--help')) console.log(USAGE);
else if (options.some((option) => !['--json', '--rehearse'].includes(option))) {
  console.error(USAGE);
  process.exitCode = 2;
} else process.exitCode = await diagnose(options.includes('--json'), options.includes('--rehearse'));
