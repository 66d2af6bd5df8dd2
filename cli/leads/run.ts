import { parseArgs } from 'node:util';
import type { Instant } from '#domain/instant.ts';
import type { AuditEngine } from '#server/audits/engine.ts';
import { loadConfig } from '#server/config/config.ts';
import type { Environment } from '#server/config/env.ts';
import { StartRefused } from '#server/config/start-refused.ts';
import manifest from '../../package.json' with { type: 'json' };
import { CommandFailed, UsageError } from '../common/errors.ts';
import type { Answer, Command, Invocation, Output } from './command.ts';
import { commands, usage } from './commands.ts';
import { openStore } from './open.ts';
import { safeText } from './print/safe-text.ts';

export interface Surroundings {
  /** Called only after the command line was parsed. */
  readonly environment: () => Environment;
  readonly output: Output;
  readonly error: (text: string) => void;
  readonly ask: (question: string) => Promise<string>;
  readonly now: () => Instant;
  /** Names of options that npm took from the command line for itself. */
  readonly keptByNpm?: readonly string[];
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
    surroundings.error(wordsFor(error));
    return error instanceof UsageError ? 2 : 1;
  }
}

async function dispatch([name, ...args]: readonly string[], surroundings: Surroundings): Promise<number> {
  const { environment, output, ask, now, auditEngine } = surroundings;
  if (name === '--version') {
    output.line(`${manifest.name} ${manifest.version}`);
    return 0;
  }
  const asksHelp = name === 'help' || name === '--help';
  const wanted = asksHelp ? args[0] : name;
  if (wanted === undefined) {
    if (!asksHelp) throw new UsageError('Il manque une commande.');
    output.line(usage());
    return 0;
  }
  const command = commands.get(wanted);
  if (command === undefined)
    throw new UsageError(`La commande «\u202f${safeText(wanted)}\u202f» n’existe pas.`);
  if (asksHelp || args.includes('--help')) {
    output.line(usage([command]));
    return 0;
  }
  refuseKeptByNpm(wanted, command, surroundings.keptByNpm ?? []);
  const { values, references } = understand(wanted, command, args);
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

async function answerOf(command: Command, invocation: Omit<Invocation, 'store'>): Promise<Answer | number> {
  if (command.opens === 'nothing') return command.run(invocation);
  const store = await openStore(invocation.config);
  try {
    return await command.run({ ...invocation, store });
  } finally {
    await store.close();
  }
}

function understand(name: string, command: Command, args: readonly string[]) {
  const options = { ...command.options, json: { type: 'boolean' } } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (command.references === 'none' && positionals.length > 0)
      throw new UsageError(`${name} ne prend pas de référence\u202f; voyez show.`);
    if (command.references === 'one' && positionals.length !== 1)
      throw new UsageError(`${name} attend une référence ou une adresse e-mail.`);
    return { values: values as Record<string, string | boolean | undefined>, references: positionals };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!code.startsWith('ERR_PARSE_ARGS')) throw error;
    throw new UsageError(
      `Une option de ${name} n’existe pas, ou sa valeur manque ou est de trop. Rien n’a été fait.`,
    );
  }
}

/** `npm run leads list --json`, without `--`: npm takes the option for one of its own, and says nothing. */
function refuseKeptByNpm(name: string, command: Command, kept: readonly string[]): void {
  const lost = ['json', ...Object.keys(command.options ?? {})].filter((option) => kept.includes(option));
  if (lost.length === 0) return;
  throw new UsageError(
    `npm a gardé ${lost.map((option) => `--${option}`).join(' et ')} pour lui, faute de «\u202f--\u202f» avant. Rien n’a été fait. Écrivez ./oui ${name} …`,
  );
}

function wordsFor(error: unknown): string {
  if (error instanceof UsageError) return `${error.message} Aide\u202f: ./oui help\n`;
  if (error instanceof CommandFailed || error instanceof StartRefused) return `${error.message}\n`;
  const reason = safeText(error instanceof Error ? error.message : String(error));
  return (
    `La commande s’est interrompue (${reason}). Les contacts enregistrés sont intacts\u202f; ce qui était déjà fait le reste. ` +
    'Relancez-la\u202f: elle peut l’être sans dommage. Si cela revient, vérifiez la place sur le disque et les droits sur la base.\n'
  );
}
