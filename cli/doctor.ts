// npm run doctor: what still stands between this checkout and going live.
import { readEnvironment } from '#server/config/read-environment.ts';
import { examine } from './doctor/examine.ts';

const USAGE = `Usage\u202f: npm run doctor [-- --json]

Dit ce qui sépare encore ce dépôt de la mise en ligne\u202f: réglages, Airtable, base de données, contacts refusés ou
retenus, valeurs fictives. Code de sortie\u202f: 1 si un contact serait perdu ou retardé, 2 si une option n’existe pas.`;

const titles = {
  blocks: 'À régler d’abord (un contact serait perdu ou retardé)',
  mend: 'À régler avant la mise en ligne',
  fine: 'En ordre',
} as const;

async function diagnose(json: boolean): Promise<number> {
  const findings = await examine({
    environment: () => readEnvironment(process.env),
    fetcher: fetch,
    dotEnv: '.env',
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

const [option, ...others] = process.argv.slice(2);
if (option === '--help') console.log(USAGE);
else if (others.length > 0 || (option !== undefined && option !== '--json')) {
  console.error(USAGE);
  process.exitCode = 2;
} else process.exitCode = await diagnose(option === '--json');
