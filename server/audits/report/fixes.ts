import { CHECK_LABELS, WHAT_TO_DO } from '#content/audit-checks.ts';
import type { CheckId } from '#domain/audit.ts';
import { type CheckResult, seenIn } from '../checks/check.ts';
import { openByWorth } from '../checks/remedies.ts';
import type { AxeFacts, Facts } from '../facts/facts.ts';
import { SNIPPETS_OF, type Snippet } from './snippets.ts';

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
  return openByWorth(results).map(({ id, sentence, remedy = WHAT_TO_DO[id] }) => ({
    ...{ id, sentence, ...elementOf(facts, id) },
    title: CHECK_LABELS[id],
    remedy,
    snippets: togetherByPlace(SNIPPETS_OF[id]?.(seen) ?? []).map(({ where, code }) => ({
      where,
      code: code.replaceAll('DOMAINE', name),
    })),
  }));
}

/** What goes to one place is pasted at once. */
function togetherByPlace(snippets: readonly Snippet[]): readonly Snippet[] {
  return [...Map.groupBy(snippets, ({ where }) => where)].map(([where, all]) => ({
    where,
    code: all.map(({ code }) => code).join('\n'),
  }));
}

function elementOf({ browser }: Facts, id: CheckId): Pick<Fix, 'element'> {
  const axe = browser.measured ? browser.phone.axe : undefined;
  const element = axe !== undefined && isAxeRule(id, axe) ? axe[id].example : undefined;
  return element === undefined ? {} : { element };
}

function isAxeRule(id: CheckId, axe: AxeFacts): id is CheckId & keyof AxeFacts {
  return id in axe;
}
