import { CHECK_WORDS, UNREADABLE } from '#content/audit-checks.ts';
import { counted, inGuillemets } from '#content/audit-figures.ts';
import type { CheckId } from '#domain/audit.ts';
import type { PageFacts } from '../audit-facts.ts';
import { type Check, inPage, onPhone, verdict } from './check.ts';

const WCAG = 'https://www.w3.org/TR/WCAG22/';

const contrast: Check = {
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
  threshold: 'un nom pour chaque champ',
  source: { name: 'WCAG 2.2, critères 1.3.1 et 4.1.2', url: `${WCAG}#name-role-value` },
  weight: 4,
  effort: 'hour',
  judge: named('labels', ({ fields: { withoutLabel: without, ...fields } }) => ({ ...fields, without })),
};

const alt: Check = {
  threshold: 'une description, ou une marque de décor, pour chaque image',
  source: { name: 'WCAG 2.2, critère 1.1.1', url: `${WCAG}#non-text-content` },
  weight: 3,
  effort: 'hour',
  judge: named('alt', ({ images: { withoutAlt: without, ...images } }) => ({ ...images, without })),
};

/**
 * What axe-core says of the rendered page or, where it has not looked, what the sent HTML says: a script may still mend
 * that, so it is never red.
 */
function named(
  id: 'labels' | 'alt',
  sent: (page: PageFacts) => { readonly total: number; readonly without: number; readonly example?: string },
): Check['judge'] {
  const words: (typeof CHECK_WORDS)['labels' | 'alt'] = CHECK_WORDS[id];
  return (seen) => {
    const { browser } = seen.facts;
    const rule = browser.measured ? browser.phone.axe?.[id] : undefined;
    if (rule === undefined)
      return inPage(seen, (page) => {
        const { total, without, example } = sent(page);
        if (total === 0) return verdict('not-applicable', words.notApplicable);
        return without > 0 ? verdict('review', words.uncertain(without), example) : verdict('ok', words.ok);
      });
    if (rule.failed > 0) return verdict('failed', words.failed(rule.failed), rule.example);
    return rule.passed > 0 ? verdict('ok', words.ok) : verdict('not-applicable', words.notApplicable);
  };
}

const lang: Check = {
  threshold: 'une langue déclarée sur la page',
  source: { name: 'WCAG 2.2, critère 3.1.1', url: `${WCAG}#language-of-page` },
  weight: 2,
  effort: 'hour',
  judge: (seen) =>
    inPage(seen, ({ lang: code }) => {
      if (code === undefined) return verdict('failed', CHECK_WORDS.lang.failed);
      const known = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(code);
      const outcome = known ? 'ok' : 'review';
      return verdict(outcome, CHECK_WORDS.lang[outcome](inGuillemets(code, 20)), code.slice(0, 20));
    }),
};

export const accessibilityChecks = { contrast, labels, alt, lang } satisfies Partial<Record<CheckId, Check>>;
