import '#content/availability.ts';
import '#content/booking.ts';
import '#content/business.ts';
import '#content/locations.ts';
import '#content/office.ts';
import '#content/services.ts';
import { placeholders } from '#content/placeholder.ts';
import { customers, people, price } from '#content/references.ts';
import { blocks, type Finding, mend } from './finding.ts';

/** The consequence of a placeholder that costs or delays a lead. */
const CONSEQUENCES: Readonly<Record<string, string>> = {
  'booking.page':
    'D’ici là, personne ne réserve : le bouton de l’étape 2 fait écrire à l’agence par messagerie.',
};

/** What only the owner can say, whether it is said, and what it would do. */
const REFERENCES = [
  {
    name: 'people',
    isThere: people.length > 0,
    what: 'qui appelle et qui construit, avec une photo chacun',
    effect: 'Le bloc « À qui vous avez affaire » manque sur /sales : un visage répond à « qui êtes-vous ? ».',
  },
  {
    name: 'customers',
    isThere: customers.length > 0,
    what: 'des clients qui l’ont accepté, avec un chiffre vérifiable chacun',
    effect: 'Le bloc des clients manque sur /sales : un chiffre signé d’un nom vaut mieux qu’un total.',
  },
  {
    name: 'price',
    isThere: price !== undefined,
    what: 'le prix de départ, en une phrase',
    effect: 'La question du prix sur /sales dit seulement comment il est fixé.',
  },
];

/** A finding for every placeholder that the content still holds, and for what only the owner can add. */
export function checkContent(): Finding[] {
  const made = placeholders().map(({ path, what, value }) => {
    const text = `content/${path} : « ${value} » est inventé ; mettez ${what}.`;
    const consequence = CONSEQUENCES[path];
    return consequence ? blocks(`${text} ${consequence}`) : mend(text);
  });
  const missing = REFERENCES.filter(({ isThere }) => !isThere).map(({ name, what, effect }) =>
    mend(`content/references.ts, ${name} : vide ; mettez ${what}. ${effect}`),
  );
  return [...made, ...missing];
}
