import type { EventKind } from '#domain/promise.ts';

/** What happened to a request, as it is told to the person who made it: « vous » is she, « nous » the agency. */
export const personEvents: Readonly<Record<EventKind, string>> = {
  received: 'vous envoyez le formulaire',
  released: 'retenue jusque-là par les protections contre les abus, la demande est acceptée par une personne',
  answered: 'nous notons que nous vous avons répondu',
  'not-reached': 'nous notons que nous n’avons pas pu vous joindre',
  lost: 'nous notons que la demande n’a pas de suite',
  won: 'nous notons qu’un contrat est conclu',
  held: 'nous notons que l’appel a eu lieu',
  'erasure-requested': 'vous demandez l’effacement de vos données',
  'call-booked': 'vous réservez un appel',
  'call-moved': 'l’appel est déplacé',
  'call-corrected': 'le numéro à appeler est corrigé',
  'call-cancelled': 'l’appel est annulé',
  confirmed: 'nous notons que vous nous avez écrit par message',
  'status-sending': 'le statut part vers Airtable',
  'status-written': 'le statut est écrit dans Airtable',
  'record-renewed': 'votre fiche manquait chez Airtable, elle y est créée à nouveau',
  'audit-asked': 'un audit express est demandé',
  'audit-ready': 'le rapport de l’audit est prêt',
  'audit-sent': 'le rapport de l’audit vous est envoyé',
  'mailbox-opened': 'le lien de notre e-mail est ouvert',
};

/** What was sent about a request, by who received it. */
export const personMessages = {
  visitor: 'e-mail à vous',
  owner: 'e-mail aux personnes chargées de vous répondre',
  webhook: 'annonce à notre outil de suivi',
  provider: 'statut pour Airtable',
} as const;

export const messageStates = {
  sent: 'accepté par le serveur qui le reçoit',
  waiting: 'en attente',
  failed: 'refusé',
  dropped: 'pas envoyé',
} as const;

/** How a call stands, by its outcome where there is one. */
export const callStates = {
  booked: 'réservé',
  held: 'attend notre accord',
  cancelled: 'annulé',
} as const;

export const callOutcomes = { held: 'a eu lieu', 'not-reached': 'nous n’avons pas pu vous joindre' } as const;

export const callChanges = {
  booked: 'réservé',
  moved: 'déplacé',
  corrected: 'numéro corrigé',
  cancelled: 'annulé',
} as const;
