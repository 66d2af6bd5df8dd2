import { type Environment, type SettingName, settings } from './env.ts';
import { StartRefused } from './start-refused.ts';

/** What a setting's text becomes. */
type Value<N extends SettingName> = ReturnType<(typeof settings)[N]['type']['parse']>;

/**
 * A setting of which nothing may have been said; its default then, if it has one.
 * Throws StartRefused when it is malformed; a secret is not repeated in the message.
 */
export function optional<N extends SettingName>(name: N, env: Environment): Value<N> | undefined {
  const setting = settings[name];
  const text = env[name] ?? setting.byDefault;
  if (text === undefined) return undefined;
  const parsed = setting.type.safeParse(text);
  if (parsed.success) return parsed.data as Value<N>;
  const shown = setting.secret ? '…' : text.replace(/\s+/g, ' ').slice(0, 100);
  throw new StartRefused(`${name}=${shown} : attendu ${setting.expected}`);
}

/** The same for a setting that must have a value. */
export function required<N extends SettingName>(name: N, env: Environment): Value<N> {
  const value = optional(name, env);
  if (value === undefined) throw new StartRefused(`${name} manque : attendu ${settings[name].expected}`);
  return value;
}
