import type { Instant } from '#domain/instant.ts';
import { type Config, loadConfig } from '#server/config/config.ts';
import type { Environment } from '#server/config/env.ts';
import { StartRefused } from '#server/config/start-refused.ts';
import { checkLeads } from './database-checks.ts';
import { blocks, type DoctorFinding } from './finding.ts';
import {
  checkMailDns,
  checkMailServer,
  type MailKnock,
  type MailResolver,
  sendTestMail,
} from './mail-checks.ts';
import { checkProvider, rehearse } from './provider-checks.ts';
import { checkAudits, checkCalendar, checkRunning, type Site } from './reach-checks.ts';
import {
  checkContent,
  checkDataDir,
  checkDotEnv,
  checkSecurityTxt,
  checkSettings,
  type Room,
} from './settings-checks.ts';

export interface Surroundings {
  /** Throws StartRefused when the settings cannot be read. */
  readonly environment: () => Environment;
  readonly fetcher: typeof fetch;
  /** The file that holds settings, if there is one. */
  readonly dotEnv: string;
  readonly resolver: MailResolver;
  /** This machine's time. */
  readonly now?: () => Instant;
  /** The room on a folder's disk; the system's answer when it is not given. */
  readonly roomOf?: (path: string) => Room;
  /** Asks the mail server; absent: it is not asked. */
  readonly knock?: MailKnock;
  /** Whether somebody listens on a port; a connection tells when it is not given. */
  readonly listens?: Site['listens'];
  /** Whether audits reach public sites from here; absent: not asked. */
  readonly reaches?: () => Promise<boolean>;
  /** Whether a test mail is to be sent. */
  readonly mail?: boolean;
  /** Whether to make, change and delete a record at the provider. */
  readonly rehearse?: boolean;
}

/** All findings about this set-up; errors that an operator can mend become findings and are not thrown. */
export async function examine(surroundings: Surroundings): Promise<DoctorFinding[]> {
  const { fetcher, dotEnv, resolver, mail = false, now = Date.now, knock, listens } = surroundings;
  const rehearsing = surroundings.rehearse ?? false;
  try {
    const environment = surroundings.environment();
    const config = loadConfig(environment);
    const { airtable } = config;
    // First, because opening the database corrects the modes of its files, which others examine.
    const database = await checkDatabase(config, surroundings.roomOf);
    const provider =
      airtable === undefined
        ? []
        : [
            ...(await checkProvider(airtable, fetcher, now)),
            ...(rehearsing ? await rehearse(airtable, config.publicUrl) : []),
          ];
    const found = [
      ...checkSettings(config),
      ...(await checkMailDns(config, resolver)),
      ...(mail ? [await sendTestMail(config, now())] : knock ? await checkMailServer(config, knock) : []),
      ...provider,
      ...database,
      ...(await checkCalendar(config, now())),
      ...(await checkAudits(config, surroundings.reaches)),
      ...(await checkRunning({ config, environment, fetcher, ...(listens && { listens }) })),
      ...checkDotEnv(dotEnv),
      ...checkContent(),
      ...checkSecurityTxt(now()),
    ];
    // A running server may report the same finding about the same settings.
    return found.filter(({ text }, index) => found.findIndex((other) => other.text === text) === index);
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    return [blocks(withAdvice(error.message)), ...checkContent()];
  }
}

/** The start's message about a setting, with advice that is needed here only. */
function withAdvice(message: string): string {
  const bare = /^[A-Z_]+=.* : attendu /.test(message) && !message.endsWith('.');
  return bare
    ? `${message}. Rien n’a été touché. Corrigez ce réglage, puis relancez npm run doctor.`
    : message;
}

async function checkDatabase(config: Config, roomOf?: Surroundings['roomOf']): Promise<DoctorFinding[]> {
  // Before opening it, which corrects the modes where it can.
  const folder = config.databaseUrl === undefined ? checkDataDir(config.dataDir, roomOf) : [];
  const closed = folder.some(({ weight }) => weight === 'blocks');
  return [...folder, ...(closed ? [] : await checkLeads(config))];
}
