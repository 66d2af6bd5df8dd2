import { agency } from '../business.ts';

/** Words that every page of the agency shares. */
export const agencyShell = {
  stepsLabel: 'Étapes',
  steps: ['Votre audit', 'Votre appel', 'Votre confirmation'],
  /** What a step is called once it is done: the audit is asked for by then, and its own progress says when it is there. */
  stepsDone: ['Audit demandé', 'Votre appel', 'Votre confirmation'],
  done: 'étape passée',
  /** On a page that the server makes, when a form finds no server. */
  noAnswer:
    'La connexion manque, ou le serveur ne répond pas. Rien n’a été envoyé, et ce que vous avez saisi est encore là\u202f: réessayez dans un instant.',
  funnelLinks: [
    { href: '/privacy-policy', label: 'Politique de confidentialité' },
    { href: '/terms-conditions', label: 'Conditions générales' },
    { href: '/earnings-disclaimer', label: 'Avertissement sur les résultats' },
    { href: '/data-protection', label: 'Protection des données' },
  ],
  /** Where a page has no other way to reach the agency. */
  contactLinks: [
    { href: `mailto:${agency.email}`, label: agency.email },
    { href: '/mentions-legales-agence', label: 'Mentions légales' },
    { href: '/data-protection', label: 'Protection des données' },
  ],
  landingLinks: [
    { href: '/privacy-policy', label: 'Politique de données' },
    { href: '/terms-conditions', label: 'Conditions générales' },
  ],
} as const;
