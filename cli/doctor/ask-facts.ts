import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import type { Fact } from '#content/facts/fact.ts';

/** Where the questions go and the answers come from. */
export interface Dialogue {
  say(text: string): void;
  /** Rejects or resolves with undefined when there are no more answers. */
  ask(question: string): Promise<string | undefined>;
}

const INTRODUCTION = `Chaque fait que le site ne tient pas encore de vous, l’un après l’autre.
Entrée passe au suivant ; Ctrl+C arrête, et ce qui est répondu est gardé.`;

/**
 * Asks for one fact after the other and writes each answer into its file at once, beside what is there already.
 * @param folder where the files are, `facts/` beside the program
 * @returns how many were answered
 */
export async function askFacts(facts: readonly Fact[], folder: string, to: Dialogue): Promise<number> {
  const open = facts.filter(({ given, takes }) => !given && takes);
  // What is made up first: it has to be replaced.
  const [invented, decided] = [open.filter((one) => one.invented), open.filter((one) => !one.invented)];
  let answered = 0;
  to.say(INTRODUCTION);
  for (const [index, fact] of [...invented, ...decided].entries()) {
    const answer = await answerTo(fact, `${index + 1}/${open.length}`, to);
    if (answer === undefined) break;
    if (answer === '') continue;
    writeFact(folder, fact, answer);
    answered += 1;
  }
  return answered;
}

/** Asks until the answer can be used; an empty one goes on to the next fact. */
async function answerTo(
  { what, value, invented, expects, takes }: Fact,
  count: string,
  to: Dialogue,
): Promise<string | undefined> {
  const now = value === '' ? '' : `\n  ${invented ? 'Inventé' : 'En vigueur'} : ${value}`;
  for (;;) {
    const answer = (await to.ask(`\n${count} · ${what}${now}\n> `))?.trim();
    if (answer === undefined || answer === '' || takes?.(answer)) return answer;
    to.say(`  Il faut ${expects}.`);
  }
}

/** Writes a fact into its file, whose comments and other facts stay. The file changes in one step. */
export function writeFact(folder: string, { path, what }: Pick<Fact, 'path' | 'what'>, answer: string): void {
  const [name = '', ...names] = path.split('.');
  const file = join(folder, `${name}.yaml`);
  const document = parseDocument(existsSync(file) ? readFileSync(file, 'utf8') : '', { schema: 'failsafe' });
  const scalar = document.createNode(answer);
  scalar.comment = ` ${what}`;
  document.setIn(names, scalar);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.new`, document.toString({ lineWidth: 0 }));
  renameSync(`${file}.new`, file);
}
