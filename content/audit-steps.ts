import type { StepName } from '#domain/audit.ts';

/** What is being looked at, as the visitor reads it while waiting. */
export const STEP_LABELS: Readonly<Record<StepName, string>> = {
  address: 'Nous cherchons l’adresse du site',
  connection: 'Nous vérifions la connexion chiffrée',
  page: 'Nous lisons la page',
  legal: 'Nous lisons les mentions légales',
  phone: 'Nous ouvrons le site sur un téléphone',
  desktop: 'Nous ouvrons le site sur un ordinateur',
  report: 'Nous rédigeons le rapport',
};
