import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { facts, factsFaults } from '#content/every-fact.ts';
import { FACTS_FOLDER } from '#content/facts/given-facts.ts';
import { MARKS } from '#content/facts/marks.ts';
import { blocks, type Finding, mend } from './finding.ts';

/** The consequence of a placeholder that costs or delays a lead. */
const CONSEQUENCES: Readonly<Record<string, string>> = {
  'booking.page':
    'D’ici là, personne ne réserve : le bouton de l’étape 2 fait écrire à l’agence par messagerie.',
};

/** What the site would gain by a fact that only the owner can say, and that is said nowhere. */
const EFFECTS: Readonly<Record<string, string>> = {
  'references.people':
    'Le bloc « À qui vous avez affaire » manque sur /sales : un visage répond à « qui êtes-vous ? ».',
  'references.customers':
    'Le bloc des clients manque sur /sales : un chiffre signé d’un nom vaut mieux qu’un total.',
  'films.sales.youtube': 'Le film du dépôt joue : il montre le nom inventé de l’agence.',
  'films.introduction.youtube': 'Le film du dépôt joue : il montre le nom inventé de l’agence.',
  'references.price': 'La question du prix sur /sales dit seulement ce qui l’élève et ce qui l’abaisse.',
};

/** A finding for every line of `facts/` that cannot be used, every made-up fact, and what only the owner can add. */
export function checkContent(): Finding[] {
  const unusable = factsFaults().map(({ where, text }) =>
    blocks(`${where} : ${text} Le site construit reste en place ; corrigez la ligne, puis npm run build.`),
  );
  const open = facts().filter(({ given }) => !given);
  const madeUp = open
    .filter(({ invented }) => invented)
    .map(({ path, what, value }) => {
      const text = `${placeOf(path)} : « ${value} » est inventé ; mettez ${what}.`;
      const consequence = CONSEQUENCES[path];
      return consequence ? blocks(`${text} ${consequence}`) : mend(text);
    });
  const missing = open.flatMap(({ path, what }) => {
    const effect = EFFECTS[path];
    return effect ? [mend(`${placeOf(path)} : vide ; mettez ${what}. ${effect}`)] : [];
  });
  const marks = Object.values(MARKS)
    .filter((file) => !existsSync(join(FACTS_FOLDER, file)))
    .map((file) =>
      mend(
        `${FACTS_FOLDER}/${file} : absent ; la marque inventée paraît dans l’onglet et sur les téléphones. Mettez la vôtre, un carré en SVG.`,
      ),
    );
  const ask = madeUp.length + missing.length > 0 ? [mend(ASK)] : [];
  return [...unusable, ...ask, ...madeUp, ...marks, ...missing];
}

const ASK = 'Faits du site : npm run doctor -- --facts les demande l’un après l’autre et les écrit.';

/** `facts/business.yaml, agency.phone`: where the owner writes the fact. */
function placeOf(path: string): string {
  const dot = path.indexOf('.');
  return `${FACTS_FOLDER}/${path.slice(0, dot)}.yaml, ${path.slice(dot + 1)}`;
}
