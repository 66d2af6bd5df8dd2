import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Instant } from '#domain/instant.ts';
import type { AuditEngine } from '#server/audits/process/audit-protocol.ts';
import { loadConfig } from '#server/config/config.ts';
import type { Environment } from '#server/config/env.ts';
import { StartRefused } from '#server/config/start-refused.ts';
import { removeOldExports } from '#server/leads/erasure/exports.ts';
import manifest from '../../package.json' with { type: 'json' };
import { auditCommand } from './audit-command.ts';
import { afterRestoreCommand, backupCommand } from './backup-commands.ts';
import { cancelCallsCommand, releaseCallsCommand } from './call-commands.ts';
import type { Command, CommandAnswer, Invocation, Output } from './command.ts';
import { CommandFailed, UsageError } from './command-errors.ts';
import {
  holdCommand,
  pauseCommand,
  releaseCommand,
  resumeCommand,
  retryCommand,
} from './delivery-commands.ts';
import { eraseCommand } from './erase-command.ts';
import { exportCommand } from './export-command.ts';
import { funnelCommand } from './funnel-command.ts';
import { importCommand } from './import-command.ts';
import { offsiteCommand } from './offsite-command.ts';
import { openStore } from './operator-store.ts';
import { personCommand } from './person-command.ts';
import { safeText } from './print.ts';
import { deskCommand, listCommand, showCommand } from './reading-commands.ts';

interface Surroundings {
  /** Called only after the command line was parsed. */
  readonly environment: () => Environment;
  readonly output: Output;
  readonly error: (text: string) => void;
  readonly ask: (question: string) => Promise<string>;
  readonly now: () => Instant;
  /** Names of options that npm took from the command line for itself. */
  readonly keptByNpm?: readonly string[];
  /** Where the command was typed; absent: where this program runs. */
  readonly folder?: string | undefined;
  /** What visits a site for `audit`; absent: this machine itself. */
  readonly auditEngine?: AuditEngine;
}

/**
 * Runs one command; never throws: errors are written in French, in one line at the end.
 * @returns the exit code: 0, also when there was nothing to do; 1 when it failed; 2 when the command line is invalid
 */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<number> {
  try {
    return await dispatch(args, surroundings);
  } catch (error) {
    surroundings.error(wordsFor(error, args[0]));
    return error instanceof UsageError ? 2 : 1;
  }
}

async function dispatch([name, ...args]: readonly string[], surroundings: Surroundings): Promise<number> {
  const { environment, output, ask, now, auditEngine } = surroundings;
  if (name === '--version') {
    output.line(`${manifest.name} ${manifest.version}`);
    return 0;
  }
  const asksHelp = name === 'help' || isHelp(name);
  const wanted = asksHelp ? args[0] : name;
  if (wanted === undefined) {
    if (!asksHelp) throw new UsageError('Il manque une commande.');
    output.line(usage());
    return 0;
  }
  const command = commands.get(wanted);
  if (FORMER_COMMANDS.has(wanted))
    throw new UsageError(
      `«\u202f${wanted}\u202f» se fait au bureau, ou par les liens des e-mails\u202f: ./oui desk. Rien n’a été fait.`,
    );
  if (command === undefined)
    throw new UsageError(`La commande «\u202f${safeText(wanted)}\u202f» n’existe pas.`);
  if (asksHelp || args.some(isHelp)) {
    output.line(usage([command]));
    return 0;
  }
  const given = understand(wanted, command, args);
  refuseKeptByNpm(wanted, command, given, surroundings.keptByNpm ?? []);
  const { values, references } = located(surroundings.folder, command, given);
  command.check?.({ values, references });
  const config = loadConfig(environment());
  command.requires?.(config);
  const json = values.json === true;
  const invocation = { config, output, json, values, references, now, ask, auditEngine };
  const answer = await answerOf(command, invocation);
  if (typeof answer === 'number') return answer;
  if (json) output.json(answer.json);
  else for (const line of answer.lines) output.line(line);
  return answer.code ?? 0;
}

async function answerOf(
  command: Command,
  invocation: Omit<Invocation, 'store'>,
): Promise<CommandAnswer | number> {
  if (command.opens === 'nothing') return command.run(invocation);
  const store = await openStore(invocation.config);
  try {
    // What an erasure has left that was killed; one that cannot be deleted is named by the next erasure.
    await removeOldExports(store.db, invocation.config.dataDir).catch(() => {});
    return await command.run({ ...invocation, store });
  } finally {
    await store.close();
  }
}

function isHelp(word: string | undefined): boolean {
  return word === '--help' || word === '-h';
}

type Given = Pick<Invocation, 'values' | 'references'>;

function understand(name: string, command: Command, args: readonly string[]): Given {
  const options = { ...command.options, json: { type: 'boolean' } } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (command.references === 'none' && positionals.length > 0)
      throw new UsageError(`${name} ne prend pas de référence\u202f; voyez show.`);
    if (command.references === 'one' && positionals.length !== 1)
      throw new UsageError(`${name} attend une référence ou une adresse e-mail.`);
    return { values: values as Given['values'], references: positionals };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!code.startsWith('ERR_PARSE_ARGS')) throw error;
    const [, option = ''] = /'([^' ]+)/.exec((error as Error).message) ?? [];
    const fault =
      code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
        ? 'n’existe pas'
        : 'n’a pas la valeur attendue, ou en a une de trop';
    throw new UsageError(`L’option ${safeText(option)} de ${name} ${fault}. Rien n’a été fait.`);
  }
}

/** What was typed, its path relative to the folder in which it was typed. */
function located(folder = process.cwd(), { path }: Command, { values, references }: Given): Given {
  if (path === 'references') return { values, references: references.map((one) => resolve(folder, one)) };
  const typed = path === undefined ? undefined : values[path];
  return typeof typed === 'string' && path !== undefined
    ? { values: { ...values, [path]: resolve(folder, typed) }, references }
    : { values, references };
}

/**
 * `npm run leads list --json`, without `--`: npm takes the option for one of its own, and says nothing. An option that
 * arrived was not taken, even where npm itself is configured with one of the same name (`yes`).
 */
function refuseKeptByNpm(name: string, command: Command, { values }: Given, kept: readonly string[]): void {
  const lost = ['json', ...Object.keys(command.options ?? {})].filter(
    (option) => kept.includes(option) && !(option in values),
  );
  if (lost.length === 0) return;
  throw new UsageError(
    `npm a gardé ${lost.map((option) => `--${option}`).join(' et ')} pour lui, faute de «\u202f--\u202f» avant. Rien n’a été fait. Écrivez ./oui ${name} …`,
  );
}

function wordsFor(error: unknown, name = ''): string {
  if (error instanceof UsageError)
    return `${error.message} Aide\u202f: ./oui help${commands.has(name) ? ` ${name}` : ''}\n`;
  if (error instanceof CommandFailed || error instanceof StartRefused) return `${error.message}\n`;
  const reason = safeText(error instanceof Error ? error.message : String(error));
  return (
    `La commande s’est interrompue (${reason}). Les contacts enregistrés sont intacts\u202f; ce qui était déjà fait le reste. ` +
    'Relancez-la\u202f: elle peut l’être sans dommage. Si cela revient, vérifiez la place sur le disque et les droits sur la base.\n'
  );
}

/** In the order in which the usage lists them. The first word of its usage is a command's name. */
export const commands: ReadonlyMap<string, Command> = new Map(
  [
    ...[listCommand, deskCommand, showCommand, personCommand, exportCommand, retryCommand, holdCommand],
    ...[releaseCommand, eraseCommand, releaseCallsCommand, cancelCallsCommand, pauseCommand, resumeCommand],
    ...[funnelCommand, auditCommand, importCommand, afterRestoreCommand, backupCommand, offsiteCommand],
  ].map((command) => [command.usage.split(' ', 1)[0] ?? '', command]),
);

/** Former commands whose place is the desk and the links in mails. */
const FORMER_COMMANDS: ReadonlySet<string> = new Set([
  ...['hot', 'answered', 'not-reached', 'held', 'won', 'lost', 'audit-sent', 'owed'],
]);

/** The help text: usage and summary of the given commands, by default of all. */
function usage(of: Iterable<Command> = commands.values()): string {
  const lines = Array.from(of, ({ usage: words, summary }) => `  ${words}\n      ${summary}`);
  return `Usage\u202f: ./oui <commande>, avec --json pour un programme\n\n${lines.join('\n')}\n`;
}
