import '#content/availability.ts';
import '#content/booking.ts';
import '#content/business.ts';
import '#content/locations.ts';
import '#content/office.ts';
import '#content/services.ts';
import { placeholders } from '#content/placeholder.ts';
import { blocks, type Finding, mend } from './finding.ts';

/** The consequence of a placeholder that costs or delays a lead. */
const CONSEQUENCES: Readonly<Record<string, string>> = {
  'booking.page':
    'D’ici là, personne ne réserve : le bouton de l’étape 2 fait écrire à l’agence par messagerie.',
};

/** A finding for every placeholder that the content still holds. */
export function checkContent(): Finding[] {
  return placeholders().map(({ path, what, value }) => {
    const text = `content/${path} : « ${value} » est inventé ; mettez ${what}.`;
    const consequence = CONSEQUENCES[path];
    return consequence ? blocks(`${text} ${consequence}`) : mend(text);
  });
}
