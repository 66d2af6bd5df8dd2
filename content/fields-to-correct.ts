const NUMBERS = ['Deux', 'Trois', 'Quatre', 'Cinq'];

/** How many fields of a form are at fault, as a sentence. */
export function fieldsToCorrect(count: number): string {
  if (count <= 1) return 'Un champ doit être corrigé.';
  return `${NUMBERS[count - 2] ?? count} champs doivent être corrigés.`;
}
