import type { ParseArgsOptionsConfig } from 'node:util';
import type { AuditEngine } from '#server/audits/queue/engine.ts';
import type { Config } from '#server/config/config.ts';
import type { OperatorStore } from './open.ts';

/** Where a command writes; all of it goes to the operator's terminal, nothing to a log. */
export interface Output {
  /** One line, as it is: stored text in it has to be made safe before. */
  line(text: string): void;
  /** What `--json` answers. */
  json(value: unknown): void;
  /** Resolves once there is room for more. */
  raw(text: string): Promise<void>;
}

export interface Invocation {
  readonly config: Config;
  readonly store: OperatorStore;
  readonly output: Output;
  readonly json: boolean;
  /** What was given on the command line, as node:util's parseArgs read it. */
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly references: readonly string[];
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Asks the person at the terminal; resolves with their answer, empty when there is nobody. */
  readonly ask: (question: string) => Promise<string>;
  /** What visits a site; absent: this machine itself. */
  readonly auditEngine?: AuditEngine | undefined;
}

interface Described {
  /** For the usage: what may stand behind the name, and what it does. */
  readonly usage: string;
  readonly summary: string;
  /** Beside `--json`, which every command has. */
  readonly options: ParseArgsOptionsConfig;
  /** Throws UsageError for what cannot be meant; before anything is opened. */
  check?(given: Pick<Invocation, 'values' | 'references'>): void;
  /** Throws CommandFailed for settings it cannot work with; before anything is opened. */
  requires?(config: Config): void;
}

/** A command over the leads; it is given the database that the settings name. */
interface OverStore extends Described {
  readonly opens?: undefined;
  /** @returns the exit code: 0, or 1 when what was asked for is not there */
  run(invocation: Invocation): Promise<number>;
}

/** A command for which opening the database would already be too much, since that brings it to the newest version. */
interface OverNothing extends Described {
  readonly opens: 'nothing';
  run(invocation: Omit<Invocation, 'store'>): Promise<number>;
}

export type Command = OverStore | OverNothing;
