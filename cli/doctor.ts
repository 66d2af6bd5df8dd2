// npm run doctor: checks what this checkout still lacks to go live.
import { createInterface } from 'node:readline/promises';
import { facts } from '#content/every-fact.ts';
import { FACTS_FOLDER } from '#content/facts/given-facts.ts';
import { readEnvironment } from '#server/config/config.ts';
import { knockAtMailServer } from '#server/messages/mail/smtp.ts';
import { askFacts } from './doctor/ask-facts.ts';
import { examine } from './doctor/examine.ts';
import type { DoctorFinding } from './doctor/finding.ts';
import { systemResolver } from './doctor/mail-checks.ts';
import { reachesPublicSites } from './doctor/reach-checks.ts';
import { safeJson, safeText } from './leads/print.ts';

const USAGE = `Usage\u202f: npm run doctor [-- --json --mail --rehearse --facts]

Dit ce qui sépare encore ce dépôt de la mise en ligne, ou empêche le site de recevoir et d’envoyer\u202f: réglages, Airtable,
base de données, disque, horloge, sauvegardes, serveur de messagerie, site et serveur frontal, contacts refusés ou retenus,
valeurs fictives, ce que le DNS dit de l’expéditeur. Avec --mail, envoie un e-mail d’essai à OWNER_EMAIL et montre
la réponse du serveur de messagerie. Avec --rehearse, crée une fiche d’essai dans Airtable, la modifie et la supprime. Avec --facts, demande l’un après
l’autre les faits du site que vous n’avez pas encore dits (noms, adresses, numéros, heures) et les écrit dans facts/. Code de sortie\u202f: 1 si un contact serait perdu ou retardé, 2 si une option n’existe pas.`;

const TITLES = {
  blocks: 'À régler d’abord (un contact serait perdu ou retardé)',
  mend: 'À régler avant la mise en ligne',
  fine: 'En ordre',
} as const;

async function diagnose(given: readonly string[]): Promise<number> {
  const findings = await examine({
    environment: () => readEnvironment(process.env),
    fetcher: fetch,
    dotEnv: '.env',
    resolver: systemResolver(),
    reaches: reachesPublicSites,
    knock: knockAtMailServer,
    mail: given.includes('--mail'),
    rehearse: given.includes('--rehearse'),
  });
  if (given.includes('--json')) console.log(safeJson(findings));
  else print(findings);
  return findings.some((finding) => finding.weight === 'blocks') ? 1 : 0;
}

function print(findings: readonly DoctorFinding[]): void {
  for (const [weight, title] of Object.entries(TITLES)) {
    const lines = findings.filter((one) => one.weight === weight).map(({ text }) => `  - ${safeText(text)}`);
    if (lines.length > 0) console.log(`${title} :\n${lines.join('\n')}\n`);
  }
}

/** Asks for the facts in the terminal, or line by line where the answers are piped in. */
async function ask(): Promise<void> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const answers = lines[Symbol.asyncIterator]();
  const answered = await askFacts(facts(), FACTS_FOLDER, {
    say: (text) => console.log(text),
    async ask(question) {
      process.stdout.write(question);
      const { value, done } = await answers.next();
      return done ? undefined : value;
    },
  });
  lines.close();
  console.log(
    answered === 0
      ? '\nRien n’a été écrit.'
      : `\n${answered} ${answered === 1 ? 'fait est écrit' : 'faits sont écrits'} dans ${FACTS_FOLDER}/. npm run build les met sur le site.`,
  );
}

const OPTIONS = ['--help', '--json', '--mail', '--rehearse', '--facts'];
const given = process.argv.slice(2);
const unknown = given.find((option) => !OPTIONS.includes(option));
if (unknown !== undefined) {
  console.error(
    `L’option ${safeText(unknown)} de doctor n’existe pas. Rien n’a été fait. Aide\u202f: npm run doctor -- --help`,
  );
  process.exitCode = 2;
} else if (given.includes('--help')) console.log(USAGE);
else if (given.includes('--facts')) await ask();
else process.exitCode = await diagnose(given);
