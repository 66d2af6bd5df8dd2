import { CommandFailed } from '../common/errors.ts';
import type { Invocation } from './command.ts';

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
