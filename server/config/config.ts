import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { agency } from '#content/business.ts';
import { givenFacts } from '#content/facts/given-facts.ts';
import type { SchedulingProvider } from '#domain/booking.ts';
import { readableByOthers } from '../system/private-files.ts';
import {
  type AuditMode,
  type Environment,
  type FieldIds,
  type Mailbox,
  type SettingName,
  type SmtpServer,
  settings,
} from './env.ts';
import type { Secret } from './secrets.ts';
import { StartRefused } from './start-refused.ts';

export interface AirtableConfig {
  readonly token: Secret;
  readonly baseId: string;
  readonly table: string;
  readonly tableId?: string | undefined;
  readonly fieldIds?: FieldIds | undefined;
  readonly apiUrl: string;
}

export interface MailConfig {
  /** Absent: mails lie in a maildir. */
  readonly smtp?: SmtpServer | undefined;
  readonly from: Mailbox;
  /** Who is told; whoever sends, when nobody was named. */
  readonly owners: readonly string[];
  /** Address of the organizer in invitations: the sender's, unless another was named. */
  readonly organizer: string;
}

/** The owner's other tool. */
export interface WebhookConfig {
  /** May hold a secret in its path. */
  readonly url: Secret;
  readonly secret: Secret;
}

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly opsPort: number;
  readonly dataDir: string;
  readonly databaseUrl?: Secret | undefined;
  /** Absent: leads wait in the database. */
  readonly airtable?: AirtableConfig | undefined;
  readonly mail: MailConfig;
  readonly webhook?: WebhookConfig | undefined;
  /** What signs the webhooks of a scheduling provider; absent: none of its webhooks is taken. */
  readonly hookKeys: Readonly<Record<SchedulingProvider, Secret | undefined>>;
  /** A program that is told of alarms. */
  readonly alarmCommand?: string | undefined;
  /** Whether OWNER_EMAIL was given. */
  readonly ownerNamed: boolean;
  /** Origin, without a trailing slash. */
  readonly publicUrl: string;
  /** Hosts (without port) that the site answers for beside this machine's own; absent: PUBLIC_URL was not given, any. */
  readonly hosts?: readonly string[] | undefined;
  readonly trustProxy: readonly string[];
  readonly leadsPerMinute: number;
  /** The owner's calendar; absent: only hours and bookings decide when a call can begin. */
  readonly ownerCalendarUrl?: Secret | undefined;
  readonly audits: {
    readonly mode: AuditMode;
    /** The browser's program; absent: the system's. */
    readonly chromium?: string | undefined;
  };
  readonly warnings: readonly Warning[];
}

/** Turns settings into a configuration; throws StartRefused for the first one that is malformed. */
export function loadConfig(env: Environment): Config {
  const host = read('HOST', env);
  const port = read('PORT', env);
  const opsPort = read('OPS_PORT', env);
  if (port !== 0 && port === opsPort)
    throw new StartRefused(`OPS_PORT=${opsPort} : attendu un autre port que PORT, qui est le même.`);
  const publicUrl = read('PUBLIC_URL', env);
  const trustProxy = read('TRUST_PROXY', env) ?? [];
  const shownHost = host.includes(':') ? `[${host}]` : host;
  return {
    host,
    port,
    opsPort,
    dataDir: read('DATA_DIR', env),
    databaseUrl: read('DATABASE_URL', env),
    airtable: airtableOf(env),
    mail: mailOf(env),
    webhook: webhookOf(env),
    hookKeys: { calendly: read('CALENDLY_WEBHOOK_KEY', env), cal: read('CAL_WEBHOOK_SECRET', env) },
    alarmCommand: read('ALARM_COMMAND', env),
    ownerNamed: env.OWNER_EMAIL !== undefined,
    publicUrl: publicUrl ?? `http://${shownHost}:${port}`,
    hosts: publicUrl === undefined ? undefined : [new URL(publicUrl).hostname, shownHost.toLowerCase()],
    trustProxy,
    leadsPerMinute: read('LEADS_PER_MINUTE', env),
    ownerCalendarUrl: read('OWNER_CALENDAR_URL', env),
    audits: auditsOf(env),
    warnings: [...pairWarnings(env), ...proxyWarnings(publicUrl, trustProxy)],
  };
}

function airtableOf(env: Environment): AirtableConfig | undefined {
  const token = read('AIRTABLE_TOKEN', env);
  const baseId = read('AIRTABLE_BASE_ID', env);
  const rest = {
    table: read('AIRTABLE_TABLE', env),
    tableId: read('AIRTABLE_TABLE_ID', env),
    fieldIds: read('AIRTABLE_FIELD_IDS', env),
    apiUrl: read('AIRTABLE_API_URL', env),
  };
  return token && baseId ? { token, baseId, ...rest } : undefined;
}

function mailOf(env: Environment): MailConfig {
  const smtp = read('SMTP_URL', env);
  const given = read('MAIL_FROM', env);
  const from = given ?? { name: agency.brand, address: agency.email };
  const owners = read('OWNER_EMAIL', env) ?? [from.address];
  const organizer = read('CALL_ORGANIZER', env) ?? from.address;
  return { from, owners, organizer, smtp: given && smtp };
}

function webhookOf(env: Environment): WebhookConfig | undefined {
  const url = read('WEBHOOK_URL', env);
  const secret = read('WEBHOOK_SECRET', env);
  return url && secret && { url, secret };
}

function auditsOf(env: Environment): Config['audits'] {
  return { mode: read('AUDITS', env), chromium: read('CHROMIUM', env) };
}

/** What a setting's text becomes; nothing where it was not given and has no default. */
type Value<N extends SettingName> =
  | ReturnType<(typeof settings)[N]['type']['parse']>
  | ((typeof settings)[N] extends { readonly byDefault: string } ? never : undefined);

/** Throws StartRefused when the setting is malformed; a secret is not repeated in the message. */
function read<N extends SettingName>(name: N, env: Environment): Value<N> {
  const setting: (typeof settings)[SettingName] & { readonly byDefault?: string } = settings[name];
  const text = env[name] ?? setting.byDefault;
  if (text === undefined) return undefined as Value<N>;
  const parsed = setting.type.safeParse(text);
  if (parsed.success) return parsed.data as Value<N>;
  const shown = setting.secret ? '…' : text.replace(/\s+/g, ' ').slice(0, 100);
  throw new StartRefused(`${name}=${shown} : attendu ${setting.expected}`);
}

/**
 * What the operator set: the environment, and `.env` for what the environment does not say.
 * A setting given as an empty text counts as not given.
 */
export function readEnvironment(env: NodeJS.ProcessEnv, file = '.env'): Environment {
  const merged = { ...readDotEnv(file), ...env };
  const names = Object.keys(settings) as SettingName[];
  return Object.fromEntries(names.flatMap((name) => (merged[name] ? [[name, merged[name]]] : [])));
}

function readDotEnv(file: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartRefused(
      `Le fichier ${file} est illisible (${reason}). Corrigez-le ou supprimez-le, puis relancez.`,
    );
  }
}

/** Too short to be guessed back into settings by trying, long enough to tell two sets of them apart. */
const HASH_BYTES = 8;

/**
 * Computes one salted hash over all settings and facts. To find out whether any of them has changed, compare two hashes
 * with the same salt. The hash does not disclose the values.
 * @param facts the owner's files, which a program reads once
 */
export function settingsFingerprint(
  environment: Environment,
  salt = randomBytes(8).toString('hex'),
  facts: typeof givenFacts = givenFacts,
): string {
  const given = Object.entries(environment)
    .filter(([, text]) => text !== undefined && text !== '')
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const hash = createHash('sha256')
    .update(JSON.stringify([salt, given, facts], (_, value) => (value instanceof Map ? [...value] : value)))
    .digest();
  return `${salt}.${hash.subarray(0, HASH_BYTES).toString('hex')}`;
}

/** Whether a fingerprint was made of these settings, and of the facts that this program has read. */
export function haveFingerprint(environment: Environment, fingerprint: string): boolean {
  return settingsFingerprint(environment, fingerprint.split('.', 1)[0]) === fingerprint;
}

/** Settings of which one is no use without the other, and what happens until it is there. */
const PAIRS: readonly (readonly [SettingName, SettingName, string])[] = [
  [
    'AIRTABLE_TOKEN',
    'AIRTABLE_BASE_ID',
    'les contacts attendent dans la base de données, rien ne se perd. Ajoutez-le et relancez pour les envoyer.',
  ],
  [
    'SMTP_URL',
    'MAIL_FROM',
    'les e-mails restent dans DATA_DIR/mail/new et ne préviennent personne. Ajoutez-le et relancez.',
  ],
  ['WEBHOOK_URL', 'WEBHOOK_SECRET', 'aucun webhook ne part. Ajoutez-le et relancez.'],
];

/** One warning for each setting that stands without the other that it needs. */
function pairWarnings(env: Environment): Warning[] {
  return PAIRS.flatMap(([one, other, consequence]) => {
    if (Boolean(env[one]) === Boolean(env[other])) return [];
    const [given, missing] = env[one] ? [one, other] : [other, one];
    return [
      { text: `${given} est donné sans ${missing} : ${consequence}`, delaysLeads: one === 'AIRTABLE_TOKEN' },
    ];
  });
}

/** Networks wider than these belong to nobody's proxies: what is believed then is whatever a visitor says. */
const WIDEST = { ipv4: 8, ipv6: 16 };

/**
 * What is wrong with the trust in proxies, for a site that its visitors reach by `publicUrl`. TLS always ends at a
 * proxy here: with https there is one, whether it was named or not.
 */
function proxyWarnings(publicUrl: string | undefined, trustProxy: readonly string[]): Warning[] {
  const warnings: Warning[] = [];
  const tooWide = trustProxy.filter(isTooWide);
  if (publicUrl?.startsWith('https:') && trustProxy.length === 0)
    warnings.push({
      text:
        `PUBLIC_URL=${publicUrl} est en https et TRUST_PROXY manque : tous les visiteurs semblent venir du serveur frontal et se partagent LEADS_PER_MINUTE. ` +
        'Ce qui est reçu est gardé ; au-delà, le navigateur garde la demande et la renvoie. Donnez l’adresse du serveur frontal, par exemple TRUST_PROXY=127.0.0.1.',
      delaysLeads: true,
    });
  if (tooWide.length > 0)
    warnings.push({
      text:
        `TRUST_PROXY=${tooWide.join(',')} croit tout le monde : un robot se donne une autre adresse à chaque demande et aucune limite ne le retient. ` +
        'Les contacts enregistrés sont intacts. Ne donnez que l’adresse du serveur frontal, par exemple TRUST_PROXY=127.0.0.1.',
      delaysLeads: false,
    });
  return warnings;
}

function isTooWide(network: string): boolean {
  const [address = '', length] = network.split('/');
  return length !== undefined && Number(length) < WIDEST[address.includes(':') ? 'ipv6' : 'ipv4'];
}

/** What the operator should read; it does not stop the start. */
interface Warning {
  /** One French line: what is wrong, what is safe, what to do. */
  readonly text: string;
  /** Whether a lead would be lost or delayed by it. */
  readonly delaysLeads: boolean;
}

/** What of the folder of the embedded database others can read, in one line; undefined when it is private. */
export function exposedWarning(dataDir: string): string | undefined {
  const exposed = existsSync(dataDir) ? readableByOthers(dataDir) : [];
  if (exposed.length === 0) return undefined;
  return (
    `DATA_DIR : d’autres utilisateurs de cette machine peuvent lire ${exposed.join(', ')}, où sont des noms et des adresses. ` +
    `Rien n’est perdu ni modifié. Lancez chmod -R go= ${dataDir}, avec le compte qui fait tourner le site.`
  );
}

/** Its time is that of the last backup. */
export function lastBackupFile(dataDir: string): string {
  return join(dataDir, 'last-backup');
}
