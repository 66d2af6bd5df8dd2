import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type Environment, type FieldIds, type SettingName, settings } from './env.ts';
import { proxyWarnings } from './proxy-warnings.ts';
import { Secret } from './secrets.ts';
import { StartRefused } from './start-refused.ts';

export interface AirtableConfig {
  readonly token: Secret;
  readonly baseId: string;
  readonly table: string;
  readonly tableId?: string;
  readonly fieldIds?: FieldIds;
  readonly apiUrl: string;
}

/** What the operator should read; it does not stop the start. */
export interface Warning {
  /** One French line: what is wrong, what is safe, what to do. */
  readonly text: string;
  /** Whether a lead would be lost or delayed by it. */
  readonly delaysLeads: boolean;
}

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly opsPort: number;
  readonly dataDir: string;
  readonly databaseUrl?: Secret;
  /** Absent: leads wait in the database. */
  readonly airtable?: AirtableConfig;
  /** Origin, without a trailing slash. */
  readonly publicUrl: string;
  /** Hosts (without port) that the site answers for beside this machine's own; absent: PUBLIC_URL was not given, any. */
  readonly hosts?: readonly string[];
  readonly trustProxy: readonly string[];
  readonly leadsPerMinute: number;
  readonly warnings: readonly Warning[];
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

/** Turns settings into a configuration; throws StartRefused for the first one that is malformed. */
export function loadConfig(env: Environment): Config {
  const host = required('HOST', env);
  const port = required('PORT', env);
  const opsPort = required('OPS_PORT', env);
  if (port !== 0 && port === opsPort)
    throw new StartRefused(`OPS_PORT=${opsPort} : attendu un autre port que PORT, qui est le même.`);
  const databaseUrl = optional('DATABASE_URL', env);
  const airtable = airtableOf(env);
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
    publicUrl: givenUrl ?? `http://${shownHost}:${port}`,
    ...(givenUrl !== undefined && { hosts: [new URL(givenUrl).hostname, shownHost.toLowerCase()] }),
    trustProxy,
    leadsPerMinute: required('LEADS_PER_MINUTE', env),
    warnings: [...airtableWarnings(env), ...proxyWarnings(givenUrl, trustProxy)],
  };
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

function airtableWarnings(env: Environment): Warning[] {
  if (Boolean(env.AIRTABLE_TOKEN) === Boolean(env.AIRTABLE_BASE_ID)) return [];
  const [given, missing] = env.AIRTABLE_TOKEN
    ? ['AIRTABLE_TOKEN', 'AIRTABLE_BASE_ID']
    : ['AIRTABLE_BASE_ID', 'AIRTABLE_TOKEN'];
  return [
    {
      text:
        `${given} est donné sans ${missing} : les contacts attendent dans la base de données, rien ne se perd. ` +
        `Ajoutez ${missing} et relancez pour les envoyer.`,
      delaysLeads: true,
    },
  ];
}

type Value<N extends SettingName> = ReturnType<(typeof settings)[N]['type']['parse']>;

function optional<N extends SettingName>(name: N, env: Environment): Value<N> | undefined {
  const setting = settings[name];
  const text = env[name] ?? setting.byDefault;
  if (text === undefined) return undefined;
  const parsed = setting.type.safeParse(text);
  if (parsed.success) return parsed.data as Value<N>;
  const shown = setting.secret ? '…' : text.replace(/\s+/g, ' ').slice(0, 100);
  throw new StartRefused(`${name}=${shown} : attendu ${setting.expected}`);
}

function required<N extends SettingName>(name: N, env: Environment): Value<N> {
  const value = optional(name, env);
  if (value === undefined) throw new StartRefused(`${name} manque : attendu ${settings[name].expected}`);
  return value;
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
