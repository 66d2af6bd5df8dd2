import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type Environment, type SettingName, settings } from './env.ts';
import { StartRefused } from './start-refused.ts';

/**
 * What the operator set: the environment, and `.env` for what the environment does not say.
 * A setting given as an empty text counts as not given.
 */
export function readEnvironment(env: NodeJS.ProcessEnv, file = '.env'): Environment {
  const merged = { ...readDotEnv(file), ...env };
  const names = Object.keys(settings) as SettingName[];
  return Object.fromEntries(names.flatMap((name) => (merged[name] ? [[name, merged[name]]] : [])));
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
