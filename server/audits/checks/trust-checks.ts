import { CHECK_WORDS } from '#content/audit-checks.ts';
import { counted } from '#content/audit-figures.ts';
import type { CheckId } from '#domain/audit.ts';
import type { IdentityFacts } from '../audit-facts.ts';
import { type Check, inPage, onPhone, verdict } from './check.ts';

/** Legal points are never judged: at worst a person has to look. */

const PARTS = ['company', 'postalAddress', 'email'] as const;

const identity: Check = {
  threshold: 'raison sociale, adresse postale et e-mail',
  source: {
    name: 'LCD, art. 3 al. 1 let. s',
    url: 'https://www.fedlex.admin.ch/eli/cc/1988/223_223_223/fr#art_3',
  },
  weight: 5,
  effort: 'hour',
  judge: (seen) =>
    inPage(seen, (page) => {
      const shown: readonly IdentityFacts[] = [
        page.identity,
        ...seen.facts.legal.map((legal) => legal.identity),
      ];
      const missing = PARTS.filter(
        (part) => !(shown.some((one) => one[part]) || (part === 'email' && page.contact.mailto > 0)),
      );
      if (missing.length === 0) return verdict('ok', CHECK_WORDS.identity.ok);
      const names = missing.map((part) => CHECK_WORDS.identity.parts[part]).join(', ');
      return verdict('review', CHECK_WORDS.identity.review(names), names);
    }),
};

const privacy: Check = {
  threshold: 'une déclaration liée et lisible',
  source: { name: 'LPD, art. 19', url: 'https://www.fedlex.admin.ch/eli/cc/2022/491/fr#art_19' },
  weight: 5,
  effort: 'day',
  judge: (seen) =>
    inPage(seen, ({ legalLinks }) => {
      if (legalLinks.privacy === undefined) return verdict('review', CHECK_WORDS.privacy.review);
      const visited = seen.facts.legal.find(({ kind }) => kind === 'privacy');
      return visited?.reachable === false
        ? verdict('review', CHECK_WORDS.privacy.unreachable, legalLinks.privacy)
        : verdict('ok', CHECK_WORDS.privacy.ok, legalLinks.privacy);
    }),
};

const cookies: Check = {
  threshold: 'aucun cookie d’un autre site avant un choix',
  source: {
    name: 'LTC, art. 45c let. b',
    url: 'https://www.fedlex.admin.ch/eli/cc/1997/2187_2187_2187/fr#art_45_c',
  },
  weight: 5,
  effort: 'day',
  judge: (seen) =>
    onPhone(seen, ({ thirdPartyCookies }) => {
      if (thirdPartyCookies.length === 0) return verdict('ok', CHECK_WORDS.cookies.ok);
      const sites = [...new Set(thirdPartyCookies.map(({ site }) => site))];
      const named = sites.slice(0, 3).join(', ') + (sites.length > 3 ? '…' : '');
      const evidence = counted(thirdPartyCookies.length, 'cookie');
      return verdict('review', CHECK_WORDS.cookies.review(thirdPartyCookies.length, named), evidence);
    }),
};

export const trustChecks = { identity, privacy, cookies } satisfies Partial<Record<CheckId, Check>>;
