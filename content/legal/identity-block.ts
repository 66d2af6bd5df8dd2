import type { Identity } from '../identity.ts';
import { type Block, definitions, mail, phoneLink } from './document.ts';

/** The postal address on one line; its postcode stays with the town. */
export function postalAddress(who: Identity): string {
  return `${who.street}, ${who.postcode}\u00a0${who.city}, ${who.country}`;
}

/** Identity and ways to write or call, complete enough for LCD art. 3 al. 1 let. s. */
export function identityBlock(who: Identity): Block {
  return definitions(
    { term: 'Enseigne', description: who.brand },
    { term: 'Raison de commerce', description: `${who.legalName} (${who.legalForm})` },
    { term: 'Siège', description: postalAddress(who) },
    { term: 'Registre du commerce', description: who.register },
    { term: 'Numéro IDE', description: who.uid },
    { term: 'Représentée par', description: who.representative },
    { term: 'E-mail', description: [mail(who.email)] },
    { term: 'Téléphone', description: [phoneLink(who.phone)] },
  );
}

/** The shorter form, for documents that are read to find whom to write to. */
export function contactBlock(who: Identity): Block {
  return definitions(
    { term: 'Responsable', description: `${who.legalName} (${who.legalForm}), ${postalAddress(who)}` },
    { term: 'Personne de contact', description: who.representative },
    { term: 'E-mail', description: [mail(who.email)] },
    { term: 'Téléphone', description: [phoneLink(who.phone)] },
  );
}
