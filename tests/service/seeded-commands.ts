import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '#server/config/env.ts';
import { enginesOfThisRun } from '../support/engines-of-this-run.ts';
import { leadsCommand } from './leads-command.ts';
import { seededPostgres } from './seeded-postgres.ts';
import { type Seeded, seededFolder } from './seeded-store.ts';

/** A database of each kind with a lead in every state. */
export const ENGINES = Object.entries(
  enginesOfThisRun<() => Promise<Seeded>>({ SQLite: seededFolder, PostgreSQL: seededPostgres }),
);

/** Runs `npm run leads` over it. @param answer what is typed when it asks */
export const ask = (seeded: Seeded, args: readonly string[], answer?: string) =>
  leadsCommand(args, seeded.environment, answer);

/** The same with `--json`: its exit code and what it printed. */
export async function json(seeded: Seeded, ...args: string[]) {
  const { code, stdout } = await ask(seeded, [...args, '--json']);
  return { code, answer: JSON.parse(stdout) };
}

/** The one export in the folder of exports. */
export function exportIn({ environment }: { readonly environment: Environment }): string {
  const folder = join(environment.DATA_DIR ?? '', 'exports');
  const [name = '', ...others] = readdirSync(folder);
  if (others.length > 0) throw new Error(`more than one export in ${folder}`);
  return readFileSync(join(folder, name), 'utf8');
}
