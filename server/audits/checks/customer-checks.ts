import { CHECK_WORDS, ONLY_TAP, UNREADABLE } from '#content/audit-checks.ts';
import { counted } from '#content/audit-figures.ts';
import type { CheckId } from '#domain/audit.ts';
import type { PageFacts } from '../audit-facts.ts';
import { type Check, inPage, onPhone, verdict } from './check.ts';

/** A tenth of a phone's width. */
const POOR_OVERFLOW_PX = 39;
const MANY_TARGETS = 5;
/** Either makes a browser lay the page out for its own width (https://drafts.csswg.org/css-viewport). */
const FITTING = /\b(width|initial-scale)\s*=/i;

const contact: Check = {
  threshold: 'un numéro, une adresse, une messagerie ou un formulaire sur la page',
  source: {
    name: 'Nielsen Norman Group, Contact Us Page Guidelines',
    url: 'https://www.nngroup.com/articles/contact-us-pages/',
  },
  weight: 8,
  effort: 'hour',
  judge: (seen) =>
    inPage(seen, (page) => {
      const ways = waysOf(page).join(', ');
      if (ways !== '') return verdict('ok', CHECK_WORDS.contact.ok(ways), ways);
      const { written } = page.contact;
      if (written?.phone) return verdict('failed', CHECK_WORDS.contact.phoneWritten, '', ONLY_TAP.phone);
      if (written?.email) return verdict('failed', CHECK_WORDS.contact.emailWritten, '', ONLY_TAP.email);
      if (page.contact.page) return verdict('review', CHECK_WORDS.contact.review);
      return verdict('failed', CHECK_WORDS.contact.failed);
    }),
};

function waysOf({ contact: { tel, mailto, other }, forms }: PageFacts): readonly string[] {
  return [
    ...(tel > 0 ? ['numéro cliquable'] : []),
    ...(mailto > 0 ? ['adresse e-mail'] : []),
    ...(other > 0 ? ['messagerie ou prise de rendez-vous'] : []),
    ...(forms.withContactField > 0 ? ['formulaire'] : []),
  ];
}

const viewport: Check = {
  threshold: 'une largeur déclarée, aucun débordement à 390\u00a0pixels',
  source: { name: 'WCAG 2.2, critère 1.4.10', url: 'https://www.w3.org/TR/WCAG22/#reflow' },
  weight: 8,
  effort: 'project',
  judge(seen) {
    const { browser, page } = seen.facts;
    const undeclared = page !== undefined && !page.shell && !FITTING.test(page.viewport ?? '');
    if (undeclared) return inPage(seen, () => verdict('failed', CHECK_WORDS.viewport.none));
    if (!browser.measured) return inPage(seen, () => verdict('ok', CHECK_WORDS.viewport.declared));
    return onPhone(seen, ({ overflowPx }) => {
      if (overflowPx <= 1) return verdict('ok', CHECK_WORDS.viewport.ok);
      const outcome = overflowPx > POOR_OVERFLOW_PX ? 'failed' : 'review';
      return verdict(outcome, CHECK_WORDS.viewport[outcome](overflowPx), `${overflowPx}\u00a0px`);
    });
  },
};

const targets: Check = {
  threshold: '24 pixels au moins, ou assez d’espace autour',
  source: { name: 'WCAG 2.2, critère 2.5.8', url: 'https://www.w3.org/TR/WCAG22/#target-size-minimum' },
  weight: 3,
  effort: 'hour',
  judge: (seen) =>
    onPhone(seen, ({ axe }) => {
      if (axe === undefined) return verdict('not-measured', UNREADABLE.axe);
      const { failed, passed, example = '' } = axe.targets;
      if (failed + passed === 0) return verdict('not-applicable', CHECK_WORDS.targets.notApplicable);
      if (failed === 0)
        return verdict('ok', CHECK_WORDS.targets.ok, counted(passed, 'élément mesuré', 'éléments mesurés'));
      const outcome = failed >= MANY_TARGETS ? 'failed' : 'review';
      return verdict(outcome, CHECK_WORDS.targets[outcome](failed), example);
    }),
};

export const customerChecks = { contact, viewport, targets } satisfies Partial<Record<CheckId, Check>>;
