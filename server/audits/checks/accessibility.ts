import { CHECK_WORDS } from '#content/audit-checks.ts';
import { counted, quoted } from '#content/audit-figures.ts';
import { UNREADABLE } from '#content/audit-verdicts.ts';
import type { CheckId } from '#domain/audit.ts';
import type { AxeRule } from '../audit-facts.ts';
import { type Check, inPage, onPhone, type Seen, type Verdict, verdict } from './check.ts';

const WCAG = 'https://www.w3.org/TR/WCAG22/';

const contrast: Check = {
  theme: 'accessibility',
  threshold: '4,5 pour 1, ou 3 pour 1 en grand',
  source: { name: 'WCAG 2.2, critère 1.4.3', url: `${WCAG}#contrast-minimum` },
  weight: 4,
  effort: 'hour',
  judge: (seen) =>
    onPhone(seen, ({ axe }) => {
      if (axe === undefined) return verdict('not-measured', UNREADABLE.axe);
      const { failed, undecided, passed, example = '' } = axe.contrast;
      if (failed > 0) return verdict('failed', CHECK_WORDS.contrast.failed(failed), example);
      // On a picture nothing can be computed; where that is most of the text, a person has to look.
      if (undecided > passed) return verdict('review', CHECK_WORDS.contrast.review(undecided));
      if (passed === 0) return verdict('not-applicable', CHECK_WORDS.contrast.notApplicable);
      return verdict('ok', CHECK_WORDS.contrast.ok, counted(passed, 'texte mesuré', 'textes mesurés'));
    }),
};

const labels: Check = {
  theme: 'accessibility',
  threshold: 'un nom pour chaque champ',
  source: { name: 'WCAG 2.2, critères 1.3.1 et 4.1.2', url: `${WCAG}#name-role-value` },
  weight: 4,
  effort: 'hour',
  judge: (seen) =>
    byAxe(seen, 'labels') ??
    inPage(seen, ({ fields: { total, withoutLabel, example = '' } }) =>
      bySent(CHECK_WORDS.labels, total, withoutLabel, example),
    ),
};

const alt: Check = {
  theme: 'accessibility',
  threshold: 'une description, ou une marque de décor, pour chaque image',
  source: { name: 'WCAG 2.2, critère 1.1.1', url: `${WCAG}#non-text-content` },
  weight: 3,
  effort: 'hour',
  judge: (seen) =>
    byAxe(seen, 'alt') ??
    inPage(seen, ({ images: { total, withoutAlt, example = '' } }) =>
      bySent(CHECK_WORDS.alt, total, withoutAlt, example),
    ),
};

type Words = (typeof CHECK_WORDS)['labels' | 'alt'];

/** What axe-core says of the rendered page; undefined when it has not looked. */
function byAxe({ facts: { browser } }: Seen, name: 'labels' | 'alt'): Verdict | undefined {
  if (!browser.measured || browser.phone.axe === undefined) return undefined;
  const rule: AxeRule = browser.phone.axe[name];
  const words: Words = CHECK_WORDS[name];
  if (rule.failed > 0) return verdict('failed', words.failed(rule.failed), rule.example);
  return rule.passed > 0 ? verdict('ok', words.ok) : verdict('not-applicable', words.notApplicable);
}

/** What the sent HTML says: a script may still mend it, so it is never red. */
function bySent(words: Words, total: number, without: number, example: string): Verdict {
  if (total === 0) return verdict('not-applicable', words.notApplicable);
  return without > 0 ? verdict('review', words.uncertain(without), example) : verdict('ok', words.ok);
}

const lang: Check = {
  theme: 'accessibility',
  threshold: 'une langue déclarée sur la page',
  source: { name: 'WCAG 2.2, critère 3.1.1', url: `${WCAG}#language-of-page` },
  weight: 2,
  effort: 'hour',
  judge: (seen) =>
    inPage(seen, ({ lang: code }) => {
      if (code === undefined) return verdict('failed', CHECK_WORDS.lang.failed);
      const known = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(code);
      const outcome = known ? 'ok' : 'review';
      return verdict(outcome, CHECK_WORDS.lang[outcome](quoted(code, 20)), code.slice(0, 20));
    }),
};

export const accessibility = { contrast, labels, alt, lang } satisfies Partial<Record<CheckId, Check>>;
