import { parseArgs } from 'node:util';
import type { AuditEngine } from '#server/audits/engine.ts';
import { loadConfig } from '#server/config/config.ts';
import type { Environment } from '#server/config/env.ts';
import { StartRefused } from '#server/config/start-refused.ts';
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
  /** The present time, in milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** What visits a site for `audit`; absent: this machine itself. */
  readonly auditEngine?: AuditEngine;
}

/**
 * Runs one command; never throws: errors are written in French.
 * @returns the exit code: 0, 1 when it failed or nothing was found, 2 when the command line is invalid
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
  if (name === '--help') {
    output.line(usage());
    return 0;
  }
  if (name === undefined) throw new UsageError('Il manque une commande.');
  const command = commands.get(name);
  if (command === undefined)
    throw new UsageError(`La commande «\u202f${safeText(name)}\u202f» n’existe pas.`);
  if (args.includes('--help')) {
    output.line(usage([command]));
    return 0;
  }
  const { values, references } = understand(name, command, args);
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
      'Une option n’existe pas, manque de sa valeur ou en a une de trop. Rien n’a été fait.',
    );
  }
}

function wordsFor(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${usage()}`;
  if (error instanceof CommandFailed || error instanceof StartRefused) return `${error.message}\n`;
  const reason = safeText(error instanceof Error ? error.message : String(error));
  return (
    `La commande s’est interrompue (${reason}). Les contacts enregistrés sont intacts\u202f; ce qui était déjà fait le reste. ` +
    'Relancez-la\u202f: elle peut l’être sans dommage. Si cela revient, vérifiez la place sur le disque et les droits sur la base.\n'
  );
}
