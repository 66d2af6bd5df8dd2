import { agency } from '#content/business.ts';
import type { AuditMode, Environment } from './env.ts';
import type { Mailbox } from './mail-address.ts';
import { pairWarnings } from './pair-warnings.ts';
import { proxyWarnings } from './proxy-warnings.ts';
import { optional, required } from './read-setting.ts';
import { Secret } from './secrets.ts';
import type { FieldIds, SmtpServer } from './setting-types.ts';
import { StartRefused } from './start-refused.ts';
import type { Warning } from './warning.ts';

export interface AirtableConfig {
  readonly token: Secret;
  readonly baseId: string;
  readonly table: string;
  readonly tableId?: string;
  readonly fieldIds?: FieldIds;
  readonly apiUrl: string;
}

export interface MailConfig {
  /** Absent: mails lie in a maildir. */
  readonly smtp?: Omit<SmtpServer, 'password'> & { readonly password?: Secret };
  readonly from: Mailbox;
  /** Who is told; whoever sends, when nobody was named. */
  readonly owners: readonly string[];
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
  readonly databaseUrl?: Secret;
  /** Absent: leads wait in the database. */
  readonly airtable?: AirtableConfig;
  readonly mail: MailConfig;
  readonly webhook?: WebhookConfig;
  /** Whether OWNER_EMAIL was given. */
  readonly ownerNamed: boolean;
  /** Origin, without a trailing slash. */
  readonly publicUrl: string;
  /** Hosts (without port) that the site answers for beside this machine's own; absent: PUBLIC_URL was not given, any. */
  readonly hosts?: readonly string[];
  readonly trustProxy: readonly string[];
  readonly leadsPerMinute: number;
  /** The owner's calendar; absent: only hours and bookings decide when a call can begin. */
  readonly ownerCalendarUrl?: Secret;
  readonly audits: {
    readonly mode: AuditMode;
    /** The browser's program; absent: the system's. */
    readonly chromium?: string;
  };
  readonly warnings: readonly Warning[];
}

/** Turns settings into a configuration; throws StartRefused for the first one that is malformed. */
export function loadConfig(env: Environment): Config {
  const host = required('HOST', env);
  const port = required('PORT', env);
  const opsPort = required('OPS_PORT', env);
  if (port !== 0 && port === opsPort)
    throw new StartRefused(`OPS_PORT=${opsPort} : attendu un autre port que PORT, qui est le même.`);
  const databaseUrl = optional('DATABASE_URL', env);
  const ownerCalendarUrl = optional('OWNER_CALENDAR_URL', env);
  const airtable = airtableOf(env);
  const webhook = webhookOf(env);
  const givenUrl = optional('PUBLIC_URL', env);
  const trustProxy = optional('TRUST_PROXY', env) ?? [];
  const shownHost = host.includes(':') ? `[${host}]` : host;
  return {
    host,
    port,
    opsPort,
    dataDir: required('DATA_DIR', env),
    ...(databaseUrl !== undefined && { databaseUrl: new Secret(databaseUrl) }),
    ...(airtable !== undefined && { airtable }),
    mail: mailOf(env),
    ...(webhook !== undefined && { webhook }),
    ownerNamed: env.OWNER_EMAIL !== undefined,
    publicUrl: givenUrl ?? `http://${shownHost}:${port}`,
    ...(givenUrl !== undefined && { hosts: [new URL(givenUrl).hostname, shownHost.toLowerCase()] }),
    trustProxy,
    leadsPerMinute: required('LEADS_PER_MINUTE', env),
    ...(ownerCalendarUrl !== undefined && { ownerCalendarUrl: new Secret(ownerCalendarUrl) }),
    audits: auditsOf(env),
    warnings: [...pairWarnings(env), ...proxyWarnings(givenUrl, trustProxy)],
  };
}

function auditsOf(env: Environment): Config['audits'] {
  const mode = required('AUDITS', env);
  const chromium = optional('CHROMIUM', env);
  if (mode === 'only' && env.DATABASE_URL === undefined)
    throw new StartRefused(
      'AUDITS=only : attendu avec DATABASE_URL, la base que ce serveur partage avec celui du site.',
    );
  return { mode, ...(chromium !== undefined && { chromium }) };
}

function airtableOf(env: Environment): AirtableConfig | undefined {
  const token = optional('AIRTABLE_TOKEN', env);
  const baseId = optional('AIRTABLE_BASE_ID', env);
  const tableId = optional('AIRTABLE_TABLE_ID', env);
  const fieldIds = optional('AIRTABLE_FIELD_IDS', env);
  const table = required('AIRTABLE_TABLE', env);
  const apiUrl = required('AIRTABLE_API_URL', env);
  if (token === undefined || baseId === undefined) return undefined;
  return {
    token: new Secret(token),
    baseId,
    table,
    apiUrl,
    ...(tableId !== undefined && { tableId }),
    ...(fieldIds !== undefined && { fieldIds }),
  };
}

function mailOf(env: Environment): MailConfig {
  const smtp = optional('SMTP_URL', env);
  const from = optional('MAIL_FROM', env);
  const sender = from ?? { name: agency.brand, address: agency.email };
  const owners = optional('OWNER_EMAIL', env) ?? [sender.address];
  if (smtp === undefined || from === undefined) return { from: sender, owners };
  const { password, ...server } = smtp;
  return {
    smtp: { ...server, ...(password !== undefined && { password: new Secret(password) }) },
    from,
    owners,
  };
}

function webhookOf(env: Environment): WebhookConfig | undefined {
  const url = optional('WEBHOOK_URL', env);
  const secret = optional('WEBHOOK_SECRET', env);
  if (url === undefined || secret === undefined) return undefined;
  return { url: new Secret(url), secret: new Secret(secret) };
}
