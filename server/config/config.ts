import { agency } from '#content/business.ts';
import type { SchedulingProvider } from '#domain/booking.ts';
import type { AuditMode, Environment } from './env.ts';
import type { Mailbox } from './mail-address.ts';
import { pairWarnings } from './pair-warnings.ts';
import { proxyWarnings } from './proxy-warnings.ts';
import { optional, required } from './read-setting.ts';
import type { Secret } from './secrets.ts';
import type { FieldIds, SmtpServer } from './setting-types.ts';
import { StartRefused } from './start-refused.ts';
import type { Warning } from './warning.ts';

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
  const host = required('HOST', env);
  const port = required('PORT', env);
  const opsPort = required('OPS_PORT', env);
  if (port !== 0 && port === opsPort)
    throw new StartRefused(`OPS_PORT=${opsPort} : attendu un autre port que PORT, qui est le même.`);
  const publicUrl = optional('PUBLIC_URL', env);
  const trustProxy = optional('TRUST_PROXY', env) ?? [];
  const shownHost = host.includes(':') ? `[${host}]` : host;
  return {
    host,
    port,
    opsPort,
    dataDir: required('DATA_DIR', env),
    databaseUrl: optional('DATABASE_URL', env),
    airtable: airtableOf(env),
    mail: mailOf(env),
    webhook: webhookOf(env),
    hookKeys: { calendly: optional('CALENDLY_WEBHOOK_KEY', env), cal: optional('CAL_WEBHOOK_SECRET', env) },
    alarmCommand: optional('ALARM_COMMAND', env),
    ownerNamed: env.OWNER_EMAIL !== undefined,
    publicUrl: publicUrl ?? `http://${shownHost}:${port}`,
    hosts: publicUrl === undefined ? undefined : [new URL(publicUrl).hostname, shownHost.toLowerCase()],
    trustProxy,
    leadsPerMinute: required('LEADS_PER_MINUTE', env),
    ownerCalendarUrl: optional('OWNER_CALENDAR_URL', env),
    audits: auditsOf(env),
    warnings: [...pairWarnings(env), ...proxyWarnings(publicUrl, trustProxy)],
  };
}

function airtableOf(env: Environment): AirtableConfig | undefined {
  const token = optional('AIRTABLE_TOKEN', env);
  const baseId = optional('AIRTABLE_BASE_ID', env);
  const rest = {
    table: required('AIRTABLE_TABLE', env),
    tableId: optional('AIRTABLE_TABLE_ID', env),
    fieldIds: optional('AIRTABLE_FIELD_IDS', env),
    apiUrl: required('AIRTABLE_API_URL', env),
  };
  return token && baseId ? { token, baseId, ...rest } : undefined;
}

function mailOf(env: Environment): MailConfig {
  const smtp = optional('SMTP_URL', env);
  const given = optional('MAIL_FROM', env);
  const from = given ?? { name: agency.brand, address: agency.email };
  const owners = optional('OWNER_EMAIL', env) ?? [from.address];
  const organizer = optional('CALL_ORGANIZER', env) ?? from.address;
  return { from, owners, organizer, smtp: given && smtp };
}

function webhookOf(env: Environment): WebhookConfig | undefined {
  const url = optional('WEBHOOK_URL', env);
  const secret = optional('WEBHOOK_SECRET', env);
  return url && secret && { url, secret };
}

function auditsOf(env: Environment): Config['audits'] {
  return { mode: required('AUDITS', env), chromium: optional('CHROMIUM', env) };
}
