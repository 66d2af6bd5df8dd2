import { z } from 'zod';
import { isMailAddress } from '#domain/email.ts';
import { PROVIDER_FIELDS, type ProviderField } from '../fields/lead-fields.ts';
import { Secret } from './secrets.ts';

/** Whether it can stand in a header that every mail server takes (RFC 6532 is not supported by all). */
export function isAsciiAddress(text: string): boolean {
  return isMailAddress(text) && /^[\x21-\x7e]+$/.test(text);
}

export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** A text that no log may show. */
function secretText(isValid: (text: string) => boolean) {
  return z
    .string()
    .refine(isValid)
    .transform((text) => new Secret(text));
}

/** Several texts, separated by commas. */
const list = z.string().transform((text) => text.split(',').map((one) => one.trim()));

/** A TCP port, 0 to let the system choose. */
const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .pipe(z.number().max(65_535));

/** An http address that can be built upon: no query, fragment or user of its own. */
function isHttpBase(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && `${url.search}${url.hash}${url.username}` === '';
}

export type FieldIds = Readonly<Record<ProviderField, string>>;

/** What a valid `AIRTABLE_FIELD_IDS` looks like. */
const FIELD_IDS_EXAMPLE = PROVIDER_FIELDS.map((name) => `${name}=fld…`).join(',');

/** `Name=fld…` for each field of the provider's table, separated by commas. */
const fieldIds = z.string().transform((text, context): FieldIds => {
  const pairs = new Map(
    text.split(',').map((pair) => {
      const [name = '', id = ''] = pair.split('=');
      return [name.trim(), id.trim()] as const;
    }),
  );
  const complete = PROVIDER_FIELDS.every((name) => /^fld\w+$/.test(pairs.get(name) ?? ''));
  if (!complete || pairs.size !== PROVIDER_FIELDS.length) context.addIssue({ code: 'custom' });
  return Object.fromEntries(PROVIDER_FIELDS.map((name) => [name, pairs.get(name) ?? ''])) as FieldIds;
});

/** `adresse` or `Nom <adresse>`. */
const mailbox = z.string().transform((text, context): Mailbox => {
  const [, name = '', bracketed] = /^([^<>"\r\n]*)<([^<>]+)>$/.exec(text.trim()) ?? [];
  const address = (bracketed ?? text).trim();
  if (!isMailAddress(address)) context.addIssue({ code: 'custom' });
  return { name: name.trim(), address };
});

/** A mail server, and how to log in there. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise STARTTLS, where the server has it. */
  readonly secure: boolean;
  readonly user?: string;
  readonly password?: Secret;
}

/** `smtp://` or `smtps://user:password@host:port`. */
const smtpServer = z.string().transform((text, context): SmtpServer => {
  const url = URL.parse(text);
  const bare = url !== null && url.pathname.replace('/', '') === '' && `${url.search}${url.hash}` === '';
  if (!bare || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    context.addIssue({ code: 'custom' });
    return z.NEVER;
  }
  const secure = url.protocol === 'smtps:';
  try {
    const user = decodeURIComponent(url.username);
    const password = new Secret(decodeURIComponent(url.password));
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    const port = url.port === '' ? (secure ? 465 : 587) : Number(url.port);
    return { host, port, secure, ...(user !== '' && { user, password }) };
  } catch {
    context.addIssue({ code: 'custom' });
    return z.NEVER;
  }
});

/** Where nobody in between can read along. */
function isPrivateTransport(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url));
}

/** Whether a setting names this machine itself, in so many words. */
export function isThisMachine({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

const SIGNING_KEY_EXPECTED = '16 à 256 caractères sans espace ni accent';

/** A key that somebody chose at a provider, long enough not to be guessed. */
function isSigningKey(text: string): boolean {
  return /^[\x21-\x7e]{16,256}$/.test(text);
}

/** 24 to 64 bytes in base64 (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md). */
function isWebhookSecret(text: string): boolean {
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const { length } = Buffer.from(base64, 'base64');
  return length >= 24 && length <= 64;
}

/** One setting: what the operator reads in .env.example, and how its text becomes a value. */
interface Setting<T> {
  /** French, one sentence. */
  readonly meaning: string;
  /** French: what a valid value looks like; ends the line « NOM=… : attendu … ». */
  readonly expected: string;
  /** As .env.example shows it; absent when there is no default. */
  readonly byDefault?: string;
  /** A secret's value is never repeated, not even in the message that refuses it. */
  readonly secret?: boolean;
  readonly type: z.ZodType<T, string>;
}

function setting<T, D extends object>(definition: Setting<T> & D): Setting<T> & D {
  return definition;
}

/** What a server does about audits. */
const AUDIT_MODES = ['full', 'http', 'off'] as const;
export type AuditMode = (typeof AUDIT_MODES)[number];

/** Every setting of the server, in the order in which the operator reads them. */
export const settings = {
  HOST: setting({
    meaning: 'Adresse sur laquelle le site écoute.',
    expected: 'un nom d’hôte ou une adresse IP, par exemple localhost ou 0.0.0.0',
    byDefault: 'localhost',
    type: z.string().regex(/^[\w.:-]+$/),
  }),
  PORT: setting({
    meaning: 'Port du site.',
    expected: 'un nombre entier de 0 à 65535',
    byDefault: '3000',
    type: port,
  }),
  OPS_PORT: setting({
    meaning:
      'Port de l’exploitation (/healthz, /readyz, /metrics), ouvert sur la machine elle-même uniquement.',
    expected: 'un nombre entier de 0 à 65535',
    byDefault: '3001',
    type: port,
  }),
  DATA_DIR: setting({
    meaning: 'Dossier de la base de données intégrée.',
    expected: 'un chemin de dossier',
    byDefault: './data',
    type: z.string().min(1),
  }),
  DATABASE_URL: setting({
    meaning:
      'Base PostgreSQL à la place de la base intégrée ; plusieurs serveurs peuvent se partager la même.',
    expected: 'une adresse postgres://utilisateur:motdepasse@hôte/base',
    secret: true,
    type: secretText((text) => /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '')),
  }),
  AIRTABLE_TOKEN: setting({
    meaning: 'Jeton d’accès Airtable ; avec AIRTABLE_BASE_ID, les contacts y sont envoyés.',
    expected: 'un jeton sans espace, par exemple pat…',
    secret: true,
    type: secretText((text) => /^[\x21-\x7e]+$/.test(text)),
  }),
  AIRTABLE_BASE_ID: setting({
    meaning: 'Identifiant de la base Airtable.',
    expected: 'un identifiant qui commence par app',
    type: z.string().regex(/^app\w+$/),
  }),
  AIRTABLE_TABLE: setting({
    meaning: 'Nom de la table Airtable.',
    expected: 'un nom de table',
    byDefault: 'Acquisition',
    type: z.string().min(1),
  }),
  AIRTABLE_TABLE_ID: setting({
    meaning: 'Identifiant de la table Airtable ; sans lui, les envois par identifiants sont omis.',
    expected: 'un identifiant qui commence par tbl',
    type: z.string().regex(/^tbl\w+$/),
  }),
  AIRTABLE_FIELD_IDS: setting({
    meaning: 'Identifiants des champs Airtable ; sans eux, les envois par identifiants sont omis.',
    expected: FIELD_IDS_EXAMPLE,
    type: fieldIds,
  }),
  AIRTABLE_API_URL: setting({
    meaning: 'Adresse de l’API Airtable, pour les essais et les mandataires.',
    expected: 'une adresse http:// ou https://',
    byDefault: 'https://api.airtable.com',
    type: z
      .string()
      .refine(isHttpBase)
      .transform((text) => text.replace(/\/+$/, '')),
  }),
  PUBLIC_URL: setting({
    meaning: 'Adresse publique du site, telle que les visiteurs la voient ; sans elle, http://HOST:PORT.',
    expected: 'une adresse http:// ou https:// sans chemin',
    type: z
      .string()
      .refine((text) => isHttpBase(text) && URL.parse(text)?.pathname === '/')
      .transform((text) => new URL(text).origin),
  }),
  TRUST_PROXY: setting({
    meaning: 'Adresses des mandataires dont l’en-tête X-Forwarded-For est cru, séparées par des virgules.',
    expected:
      'des adresses IP ou des réseaux séparés par des virgules (jamais /0, qui croirait tout le monde), par exemple 127.0.0.1,10.0.0.0/8',
    type: list
      .pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])))
      .refine((networks) => !networks.some((network) => network.endsWith('/0'))),
  }),
  LEADS_PER_MINUTE: setting({
    meaning:
      'Demandes acceptées par minute et par adresse de visiteur ; un réseau voisin plus large en a un multiple (IPv4 : /24, IPv6 : /56 et /48).',
    expected: 'un nombre entier de 1 à 100000',
    byDefault: '20',
    type: z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(1).max(100_000)),
  }),
  OWNER_EMAIL: setting({
    meaning: 'Adresses prévenues de chaque contact, séparées par des virgules.',
    expected: 'une ou plusieurs adresses e-mail séparées par des virgules',
    type: list.pipe(z.array(z.string().refine(isMailAddress)).min(1).max(10)),
  }),
  SMTP_URL: setting({
    meaning:
      'Serveur de messagerie par lequel partent les e-mails ; sans lui, ils restent dans DATA_DIR/mail/new et ne préviennent personne.',
    expected:
      'smtp:// ou smtps://utilisateur:motdepasse@hôte:port, les caractères spéciaux du mot de passe écrits en %XX',
    secret: true,
    type: smtpServer,
  }),
  MAIL_FROM: setting({
    meaning: 'Expéditeur des e-mails ; SMTP_URL et MAIL_FROM vont ensemble.',
    expected: 'une adresse e-mail, ou Nom <adresse>',
    type: mailbox,
  }),
  CALL_ORGANIZER: setting({
    meaning:
      'Organisateur des invitations aux appels, à la place de l’adresse de MAIL_FROM. À donner quand MAIL_FROM est aussi votre OWNER_EMAIL : un agenda n’ajoute pas de lui-même ce que son propre compte organise. Les réponses y arrivent : une autre adresse de vous, par exemple un alias (moi+rendez-vous@exemple.ch, si votre hébergeur les accepte).',
    expected: 'une adresse e-mail',
    type: z.string().refine(isAsciiAddress),
  }),
  WEBHOOK_URL: setting({
    meaning:
      'Adresse d’un autre de vos outils, prévenu de chaque contact par un webhook signé (Standard Webhooks).',
    expected: 'une adresse https:// publique, ou http:// sur cette machine',
    secret: true,
    type: secretText(isPrivateTransport),
  }),
  WEBHOOK_SECRET: setting({
    meaning: 'Secret qui signe le webhook ; WEBHOOK_URL et WEBHOOK_SECRET vont ensemble.',
    expected: 'whsec_ suivi de 24 à 64 octets en base64',
    secret: true,
    type: secretText(isWebhookSecret),
  }),
  ALARM_COMMAND: setting({
    meaning:
      'Programme lancé avec une alerte en JSON sur son entrée standard, quand elle commence et quand elle finit : un second chemin quand les e-mails ne partent plus.',
    expected: 'un chemin absolu vers un programme, sans argument, par exemple /usr/local/bin/alerte',
    type: z.string().regex(/^\//),
  }),
  OWNER_CALENDAR_URL: setting({
    meaning:
      'Adresse secrète de votre agenda au format iCalendar ; aucun appel n’est proposé quand vous y êtes occupé.',
    expected: 'une adresse https://, http:// ou webcal:// publique',
    secret: true,
    type: secretText((text) => /^(https?|webcals?):$/.test(URL.parse(text)?.protocol ?? '')),
  }),
  CALENDLY_WEBHOOK_KEY: setting({
    meaning:
      'Clé de signature (signing_key) des webhooks de Calendly ; avec elle, ses rendez-vous arrivent ici par /api/hooks/calendly.',
    expected: SIGNING_KEY_EXPECTED,
    secret: true,
    type: secretText(isSigningKey),
  }),
  CAL_WEBHOOK_SECRET: setting({
    meaning: 'Secret des webhooks de Cal.com ; avec lui, ses rendez-vous arrivent ici par /api/hooks/cal.',
    expected: SIGNING_KEY_EXPECTED,
    secret: true,
    type: secretText(isSigningKey),
  }),
  AUDITS: setting({
    meaning: 'Audits express : full (avec un navigateur), http (sans navigateur) ou off (aucun).',
    expected: 'full, http ou off (only n’existe plus : le serveur du site fait lui-même les audits)',
    byDefault: 'full',
    type: z.enum(AUDIT_MODES),
  }),
  CHROMIUM: setting({
    meaning: 'Programme du navigateur des audits ; sans lui, celui du système est cherché.',
    expected: 'un chemin absolu, par exemple /usr/lib/chromium/chromium',
    type: z.string().regex(/^\//),
  }),
};

export type SettingName = keyof typeof settings;

/** The text of every setting that was given, defaults not applied. */
export type Environment = Partial<Record<SettingName, string>>;
