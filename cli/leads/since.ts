import type { Instant } from '#domain/instant.ts';
import { UsageError } from '../common/errors.ts';
import type { Command, Invocation } from './command.ts';
import { safeText } from './print/safe-text.ts';
import { swissInstant } from './print/when.ts';

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
