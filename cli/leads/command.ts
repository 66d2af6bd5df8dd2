import type { ParseArgsOptionsConfig } from 'node:util';
import type { Instant } from '#domain/instant.ts';
import type { AuditEngine } from '#server/audits/process/audit-protocol.ts';
import type { Config } from '#server/config/config.ts';
import { CommandFailed, UsageError } from './command-errors.ts';
import type { OperatorStore } from './operator-store.ts';
import { safeText, swissInstant } from './print.ts';

/** Where commands write; all of it goes to the operator's terminal, nothing to a log. */
export interface Output {
  /** Writes one line: stored text has to go through `safeText` first, or a line break in it makes two of it. */
  line(text: string): void;
  /** Writes the answer to `--json`. */
  json(value: unknown): void;
  /** Writes without a line end; resolves once the stream accepts more. */
  raw(text: string): Promise<void>;
}

export interface Invocation {
  readonly config: Config;
  readonly store: OperatorStore;
  readonly output: Output;
  readonly json: boolean;
  /** The options, as node:util's parseArgs returns them. */
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly references: readonly string[];
  readonly now: () => Instant;
  /** Asks the person at the terminal; resolves with their answer, empty when there is nobody. */
  readonly ask: (question: string) => Promise<string>;
  /** What visits a site; absent: this machine itself. */
  readonly auditEngine?: AuditEngine | undefined;
}

/** What a command answers; the runner writes the one or the other. */
export interface CommandAnswer {
  /** The answer to `--json`. */
  readonly json: unknown;
  /** The lines for a reader, with stored text made safe by `safeText`. */
  readonly lines: readonly string[];
  /** The exit code; absent: 0. */
  readonly code?: 0 | 1;
}

interface Described {
  /** For the usage: the name with its arguments. */
  readonly usage: string;
  readonly summary: string;
  /** Beside `--json`, which every command has. */
  readonly options?: ParseArgsOptionsConfig;
  /** What names a file or folder, relative to where the command was typed: an option, or the `references`. */
  readonly path?: string;
  /** How many leads may be named: none, or exactly one; absent: `check` decides. */
  readonly references?: 'none' | 'one';
  /** Throws UsageError for invalid arguments; called before the database is opened. */
  check?(given: Pick<Invocation, 'values' | 'references'>): void;
  /** Throws CommandFailed for settings that the command cannot work with; called before the database is opened. */
  requires?(config: Config): void;
}

/** A command that gets the database of the settings, migrated to the newest version. */
interface OverStore extends Described {
  readonly opens?: undefined;
  /** @returns its answer; or the exit code alone, when it has written its answer itself */
  run(invocation: Invocation): Promise<CommandAnswer | number>;
}

/** A command that opens the database itself or not at all, because opening it for a command would migrate it. */
interface OverNothing extends Described {
  readonly opens: 'nothing';
  run(invocation: Omit<Invocation, 'store'>): Promise<CommandAnswer | number>;
}

export type Command = OverStore | OverNothing;

/**
 * Asks, unless `--yes` was given. Throws CommandFailed unless the answer is yes.
 * @param question without its question mark
 * @param undone French, a sentence: that nothing was done
 */
export async function confirmed(
  question: string,
  undone: string,
  { values, ask }: Pick<Invocation, 'values' | 'ask'>,
): Promise<void> {
  if (values.yes === true) return;
  const answer = await ask(`${question}\u202f? (oui/non) `);
  if (answer.trim().toLowerCase() !== 'oui')
    throw new CommandFailed(`\n${undone} Répondez «\u202foui\u202f», ou relancez avec --yes.`);
}

/** The check of a command `name` that takes `--since`, and no lead. */
export function onlySince(name: string): NonNullable<Command['check']> {
  return ({ values, references }) => {
    if (references.length > 0 || values.since === undefined)
      throw new UsageError(`${name} attend --since et une heure ou un jour, et pas de référence.`);
    sinceIn(values, 0);
  };
}

/**
 * The instant of `--since`. Throws UsageError when it is none.
 * @param now an hour without a day is of this day
 */
export function sinceIn({ since }: Invocation['values'], now: Instant): number {
  const at = typeof since === 'string' ? swissInstant(since, now) : undefined;
  if (at !== undefined) return at;
  throw new UsageError(
    `--since ${safeText(String(since ?? ''))}\u202f: attendu une heure (14:05), un jour (2026-11-01) ou les deux (2026-11-01T14:05), heure suisse.`,
  );
}
