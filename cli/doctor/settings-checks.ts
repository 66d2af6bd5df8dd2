import { existsSync, mkdtempSync, rmdirSync, statfsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { booking as contentBooking } from '#content/booking.ts';
import { facts, factsFaults } from '#content/every-fact.ts';
import { FACTS_FOLDER } from '#content/facts/given-facts.ts';
import { MARK_FILES } from '#content/facts/marks.ts';
import { providers } from '#content/legal/providers.ts';
import { security } from '#content/security.ts';
import { type Booking, byWay, type SchedulingProvider } from '#domain/booking.ts';
import type { Instant } from '#domain/instant.ts';
import { type Config, exposedWarning } from '#server/config/config.ts';
import { isOpen } from '#server/system/private-files.ts';
import { blocks, type DoctorFinding, mend } from './finding.ts';

/**
 * Findings about settings that are missing or unfit for going live.
 * @param booking how a call is asked for
 */
export function checkSettings(config: Config, booking: Booking = contentBooking): DoctorFinding[] {
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
function unheard(way: SchedulingProvider, { hookKeys }: Config): DoctorFinding[] {
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
export function checkDotEnv(file: string): DoctorFinding[] {
  if (!isOpen(file, OTHERS_READ)) return [];
  return [
    mend(
      `Tout utilisateur de cette machine peut lire ${file}, où est le jeton d’Airtable. Les contacts enregistrés sont intacts. ` +
        `Lancez chmod o= ${file}.`,
    ),
  ];
}

/** Of the room that is left to programs; below it a disk counts as full. */
const LEAST_FREE = 0.02;
/** Bytes. */
const LEAST_BYTES = 100 * 2 ** 20;

/** The room on a disk, in bytes. */
export interface Room {
  readonly free: number;
  readonly total: number;
}

/** Whether the folder of the embedded database is there, has room, can be written, and is private. */
export function checkDataDir(dataDir: string, roomOf: (path: string) => Room = roomOn): DoctorFinding[] {
  const path = resolve(dataDir);
  if (statSync(path, { throwIfNoEntry: false }) === undefined)
    return [
      blocks(
        `DATA_DIR=${dataDir} n’existe pas : soit le site n’a jamais démarré ici, soit ce chemin est faux et un démarrage commencerait une base vide. Rien n’a été créé. ` +
          'Vérifiez DATA_DIR dans .env et que le disque est monté ; au premier démarrage, le site crée ce dossier.',
      ),
    ];
  const { free, total } = roomOf(path);
  if (free < LEAST_BYTES || free < LEAST_FREE * total)
    return [
      blocks(
        `Le disque de DATA_DIR=${dataDir} est plein à ${Math.floor(100 * (1 - free / total))} % (${Math.floor(free / 2 ** 20)} Mo libres) : bientôt aucun contact n’y sera confirmé. Ce qui y est enregistré est intact. ` +
          'Faites de la place (anciennes sauvegardes, journaux\u202f: journalctl --vacuum-size=200M), ou agrandissez le disque.',
      ),
    ];
  const reason = whyNotWritable(path);
  if (reason !== undefined)
    return [
      blocks(
        `DATA_DIR=${dataDir} ne peut pas être écrit (${reason}) : aucun contact n’y serait confirmé. Ce qui y est enregistré est intact. ` +
          'Donnez le dossier au compte qui fait tourner le site (chown), ou un autre DATA_DIR.',
      ),
    ];
  const exposed = exposedWarning(dataDir);
  return exposed === undefined ? [] : [mend(exposed)];
}

function roomOn(path: string): Room {
  const { bavail, bfree, blocks: all, bsize } = statfsSync(path);
  // As df counts: what only root may use is neither free nor used.
  return { free: bavail * bsize, total: (all - bfree + bavail) * bsize };
}

/** Tries to write, as modes alone do not tell: root ignores them, and a disk may be mounted read-only. */
function whyNotWritable(path: string): string | undefined {
  try {
    rmdirSync(mkdtempSync(`${path}/.doctor-`));
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

/** The consequence of a placeholder that costs or delays a lead. */
const CONSEQUENCES: Readonly<Record<string, string>> = {
  'booking.page':
    'D’ici là, personne ne réserve : le bouton de l’étape 2 fait écrire à l’agence par messagerie.',
};

/** What the site would gain by a fact that only the owner can say, and that is said nowhere. */
const EFFECTS: Readonly<Record<string, string>> = {
  'references.people':
    'Le bloc « À qui vous avez affaire » manque sur /sales : un visage répond à « qui êtes-vous ? ».',
  'references.customers':
    'Le bloc des clients manque sur /sales : un chiffre signé d’un nom vaut mieux qu’un total.',
  'films.sales.youtube': 'Le film du dépôt joue : il montre le nom inventé de l’agence.',
  'films.introduction.youtube': 'Le film du dépôt joue : il montre le nom inventé de l’agence.',
  'references.price': 'La question du prix sur /sales dit seulement ce qui l’élève et ce qui l’abaisse.',
};

/** A finding for every line of `facts/` that cannot be used, every made-up fact, and what only the owner can add. */
export function checkContent(): DoctorFinding[] {
  const unusable = factsFaults().map(({ where, text }) =>
    blocks(`${where} : ${text} Le site construit reste en place ; corrigez la ligne, puis npm run build.`),
  );
  const open = facts().filter(({ given }) => !given);
  const madeUp = open
    .filter(({ invented }) => invented)
    .map(({ path, what, value }) => {
      const text = `${placeOf(path)} : « ${value} » est inventé ; mettez ${what}.`;
      const consequence = CONSEQUENCES[path];
      return consequence ? blocks(`${text} ${consequence}`) : mend(text);
    });
  const missing = open.flatMap(({ path, what }) => {
    const effect = EFFECTS[path];
    return effect ? [mend(`${placeOf(path)} : vide ; mettez ${what}. ${effect}`)] : [];
  });
  const marks = Object.values(MARK_FILES)
    .filter((file) => !existsSync(join(FACTS_FOLDER, file)))
    .map((file) =>
      mend(
        `${FACTS_FOLDER}/${file} : absent ; la marque inventée paraît dans l’onglet et sur les téléphones. Mettez la vôtre, un carré en SVG.`,
      ),
    );
  const ask = madeUp.length + missing.length > 0 ? [mend(ASK)] : [];
  return [...unusable, ...ask, ...madeUp, ...marks, ...missing];
}

const ASK = 'Faits du site : npm run doctor -- --facts les demande l’un après l’autre et les écrit.';

/** `facts/business.yaml, agency.phone`: where the owner writes the fact. */
function placeOf(path: string): string {
  const dot = path.indexOf('.');
  return `${FACTS_FOLDER}/${path.slice(0, dot)}.yaml, ${path.slice(dot + 1)}`;
}

/** Told so long before the end: a build and an update are needed for the new date. */
const AHEAD_MS = 30 * 24 * 60 * 60_000;

/** Checks the date `Expires` of security.txt: once it has passed, readers ignore the file (RFC 9116, section 2.5.5). */
export function checkSecurityTxt(now: Instant): DoctorFinding[] {
  if (Date.parse(security.expires) - now > AHEAD_MS) return [];
  return [
    mend(
      `/.well-known/security.txt n’est valable que jusqu’au ${security.expires} : ensuite, qui trouve une faille ne s’y fie plus. ` +
        'Mettez expires: à une date dans moins d’un an dans facts/security.yaml, puis npm run build.',
    ),
  ];
}
