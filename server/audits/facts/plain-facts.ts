import { plainText } from '../../system/plain-text.ts';

/**
 * The same facts, every text in them as `plainText` has it: what a site says of itself goes to pages, mails and terminals,
 * and its lines are pasted.
 */
export function plainFacts<T>(facts: T): T {
  if (typeof facts === 'string') return plainText(facts) as T;
  if (typeof facts !== 'object' || facts === null) return facts;
  if (Array.isArray(facts)) return facts.map(plainFacts) as T;
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, plainFacts(fact)])) as T;
}
