import { BROWSER_MISSING } from '#content/audit.ts';
import type { BrowserAbsence } from '#domain/audit.ts';
import { browserFitness, type Machine } from '#server/audits/browser/browser-fitness.ts';
import type { Config } from '#server/config/config.ts';
import { systemNetwork } from '#server/outgoing/network.ts';
import { type Finding, fine, mend } from './finding.ts';
import { connects } from './running.ts';

/** What to do about each reason for which there is no browser. */
const REMEDIES: Partial<Readonly<Record<BrowserAbsence, string>>> = {
  'not-found':
    'Installez-le (apt-get install chromium), ou donnez son chemin dans CHROMIUM, puis relancez le site.',
  root: 'Faites tourner le site sous un compte à lui, comme le fait deploy/systemd.',
  'no-sandbox':
    'Installez le paquet chromium-sandbox, ou autorisez les espaces de noms d’utilisateurs sur cette machine.',
  'proxy-disabled': 'Ôtez PLAYWRIGHT_DISABLE_FORCED_CHROMIUM_PROXIED_LOOPBACK de l’environnement.',
  'not-linux': 'Faites tourner le site sur une machine Linux.',
};

/**
 * Whether express audits can be done here: browser, sandbox, and access to public sites.
 * @param reaches whether this machine reaches a public site; absent: not asked
 * @param machine what the machine is like; this one when it is not given
 */
export async function checkAudits(
  { audits }: Pick<Config, 'audits'>,
  reaches?: () => Promise<boolean>,
  machine?: Machine,
): Promise<Finding[]> {
  const { mode, chromium } = audits;
  if (mode === 'off') return [fine('AUDITS=off : aucun audit express n’est proposé.')];
  const out = reaches === undefined || (await reaches()) ? [] : [NO_OUTBOUND];
  if (mode === 'http') return [fine('AUDITS=http : les audits express se font sans navigateur.'), ...out];
  const fitness = browserFitness({ program: chromium }, machine);
  if (fitness.usable)
    return [fine(`Audits express : ${fitness.program} est utilisable, avec son bac à sable.`), ...out];
  const advice = REMEDIES[fitness.why] ?? 'Vérifiez CHROMIUM.';
  return [
    mend(
      `Audits express : ${BROWSER_MISSING[fitness.why]} Les audits se font sans lui et disent ce qu’ils n’ont pas mesuré. ` +
        `${advice} Ou donnez AUDITS=http, qui le dit ainsi.`,
    ),
    ...out,
  ];
}

const NO_OUTBOUND: Finding = mend(
  'Audits express : cette machine n’atteint aucun site public (noms ou port 443 fermés), chaque audit serait refusé. Les contacts n’en dépendent pas. ' +
    'Ouvrez la sortie vers les ports 80 et 443 et les serveurs de noms, ou donnez AUDITS=off.',
);

/** A public site that is always there; it is only connected to, nothing is asked of it. */
const ANYWHERE = 'www.admin.ch';
const TIMEOUT_MS = 5_000;

/** Whether names are resolved and port 443 is open from here, as audits need it. Never throws. */
export async function reachesPublicSites(network = systemNetwork(), host = ANYWHERE): Promise<boolean> {
  try {
    const numbers = await network.resolve(host);
    const first = numbers.find((number) => !number.includes(':')) ?? numbers[0];
    return first !== undefined && (await connects(network.connect(first, 443), TIMEOUT_MS));
  } catch {
    return false;
  }
}
