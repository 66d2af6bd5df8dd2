import type { Rate } from '#domain/rate.ts';
import type { FunnelStep, StepKind } from '#domain/visit-steps.ts';
import { sourceText } from './visits.ts';

/** How the steps of the funnel are named to the owner, in a table's head and in a sentence. */
export const stepWords: Readonly<Record<FunnelStep, string>> = {
  visit: 'Visites',
  form: 'Formulaires commencés',
  lead: 'Contacts',
  booked: 'Appels réservés',
  confirmed: 'Confirmés par message',
  held: 'Appels tenus',
  won: 'Gagnés',
  lost: 'Perdus',
};

export const kindWords: Readonly<Record<StepKind, string>> = { counted: 'compté', known: 'connu' };

/** What the kinds mean, and what the figures cannot know. */
export const funnelNotes = {
  counted:
    'Compté\u202f: d’après les demandes de pages, sans reconnaître personne, robots écartés autant qu’on le peut.',
  known:
    'Connu\u202f: d’après les contacts enregistrés dans la période et ce qu’ils sont devenus jusqu’à maintenant\u202f; ceux qui sont retenus ne comptent pas.',
  hidden:
    'Un serveur frontal (TRUST_PROXY) est devant ce site depuis une autre machine\u202f: les pages qu’un CDN sert lui-même ne sont pas comptées.',
  off: 'Les visites ne sont pas comptées\u202f: facts/visits.yaml dit «\u202fcounting: non\u202f».',
} as const;

/** « 27 % », or, of few cases, the interval alone: « 12 à 49 % ». */
export function rateText({ share, low, high, few }: Rate): string {
  const percent = (part: number) => String(Math.round(part * 100));
  return few ? `${percent(low)} à ${percent(high)}\u202f%` : `${percent(share)}\u202f%`;
}

/** « google · cpc · printemps », « accès direct », « inconnue ». */
export function sourceLine(of: { source?: string; medium?: string; campaign?: string }): string {
  const more = [of.medium, of.campaign].filter((text) => text !== undefined && text !== '');
  return [sourceText('source', of.source), ...more].join(' · ');
}

/** A page of which nothing is known. */
export const pageText = (page: string | undefined): string => page ?? 'inconnue';
