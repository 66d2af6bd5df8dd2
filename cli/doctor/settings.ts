import { booking as contentBooking } from '#content/booking.ts';
import { providers } from '#content/legal/providers.ts';
import { type Booking, byWay, type SchedulingProvider } from '#domain/booking.ts';
import type { Config } from '#server/config/config.ts';
import { isOpen } from '#server/system/private-files.ts';
import { blocks, type Finding, mend } from './finding.ts';

/**
 * Findings about settings that are missing or unfit for going live.
 * @param booking how a call is asked for
 */
export function checkSettings(config: Config, booking: Booking = contentBooking): Finding[] {
  const { airtable, mail, ownerNamed, webhook, publicUrl, warnings } = config;
  const { protocol, hostname } = new URL(publicUrl);
  const isPublic = protocol === 'https:' && hostname !== 'localhost';
  return [
    ...(airtable === undefined ? [blocks(NO_AIRTABLE)] : []),
    ...(mail.smtp === undefined ? [blocks(NO_MAIL_SERVER)] : []),
    ...(ownerNamed ? [] : [blocks(noOwner(mail.owners))]),
    ...(webhook === undefined ? [] : [mend(WEBHOOK)]),
    ...byWay(booking, { own: [], provider: ({ way }) => unheard(way, config), message: [] }),
    ...(isPublic ? [] : [mend(notPublic(publicUrl))]),
    ...warnings.map(({ text, delaysLeads }) => (delaysLeads ? blocks(text) : mend(text))),
  ];
}

const NO_AIRTABLE =
  'Airtable n’est pas configuré : les contacts sont gardés dans la base de données mais n’en sortent pas. ' +
  'Renseignez AIRTABLE_TOKEN et AIRTABLE_BASE_ID dans .env (voir .env.example).';
const NO_MAIL_SERVER =
  'Aucun serveur de messagerie n’est configuré : les e-mails s’empilent dans DATA_DIR/mail/new, et un maildir ne prévient personne. ' +
  'Renseignez SMTP_URL et MAIL_FROM dans .env (voir .env.example).';
const WEBHOOK =
  'WEBHOOK_URL transmet chaque contact à un autre outil : nommez-le, avec son pays, dans la politique de confidentialité ' +
  '(content/legal/privacy-recipients.ts). Cette ligne reste tant que WEBHOOK_URL est donné.';

/** Calls are booked at a provider whose webhooks are not taken. */
function unheard(way: SchedulingProvider, { hookKeys }: Config): Finding[] {
  if (hookKeys[way] !== undefined) return [];
  const { name } = providers[way];
  const setting = { calendly: 'CALENDLY_WEBHOOK_KEY', cal: 'CAL_WEBHOOK_SECRET' }[way];
  return [
    mend(
      `L’appel se réserve chez ${name}, et ${setting} manque : aucun rendez-vous n’arrive ici, ni au bureau ni dans Airtable. ` +
        `Rien n’est perdu chez ${name}. Créez-y un webhook vers /api/hooks/${way} (docs/runbook.md, « Les rendez-vous ») et donnez sa clé.`,
    ),
  ];
}

const noOwner = (owners: readonly string[]) =>
  `OWNER_EMAIL manque : les contacts seraient annoncés à ${owners.join(', ')}, qui n’est peut-être lu par personne. ` +
  'Donnez l’adresse que vous lisez toute la journée.';
const notPublic = (publicUrl: string) =>
  `PUBLIC_URL vaut ${publicUrl} : les liens, le plan du site et les redirections mèneraient là. Les contacts reçus sont gardés. ` +
  'Donnez l’adresse publique du site, en https.';

const OTHERS_READ = 0o007;

/** Whether every user of this machine can read the settings and the token in them; group access is fine. */
export function checkDotEnv(file: string): Finding[] {
  if (!isOpen(file, OTHERS_READ)) return [];
  return [
    mend(
      `Tout utilisateur de cette machine peut lire ${file}, où est le jeton d’Airtable. Les contacts enregistrés sont intacts. ` +
        `Lancez chmod o= ${file}.`,
    ),
  ];
}
