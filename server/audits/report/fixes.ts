import { CHECK_WORDS } from '#content/audit-checks.ts';
import type { CheckId } from '#domain/audit.ts';
import type { Facts } from '../audit-facts.ts';
import { type CheckResult, seenIn } from '../checks/check.ts';
import { openByWorth } from '../checks/remedies.ts';
import { SNIPPETS_OF, type Snippet, selectorOf } from './snippets.ts';

/** One point for whoever looks after the site: what was seen, what to do, what to paste. */
export interface Fix {
  readonly id: CheckId;
  readonly title: string;
  readonly sentence: string;
  /** Selector of one element that fails, where the browser named one. */
  readonly element?: string;
  readonly remedy: string;
  readonly snippets: readonly Snippet[];
}

/** Every point that is not met, the most worthwhile first. */
export function fixesOf(facts: Facts, results: readonly CheckResult[]): readonly Fix[] {
  const seen = seenIn(facts);
  if ('outcome' in seen) return [];
  const name = new URL(facts.url).hostname.replace(/^www\./, '');
  return openByWorth(results).map(({ id, sentence, remedy }) => {
    const element = selectorOf(facts, id);
    const snippets = togetherByPlace(SNIPPETS_OF[id]?.(seen) ?? []);
    return {
      id,
      title: CHECK_WORDS[id].label,
      sentence,
      ...(element !== undefined && { element }),
      remedy,
      snippets: snippets.map(({ where, code }) => ({ where, code: code.replaceAll('DOMAINE', name) })),
    };
  });
}

/** What goes to one place is pasted at once. */
function togetherByPlace(snippets: readonly Snippet[]): readonly Snippet[] {
  return [...Map.groupBy(snippets, ({ where }) => where)].map(([where, all]) => ({
    where,
    code: all.map(({ code }) => code).join('\n'),
  }));
}
