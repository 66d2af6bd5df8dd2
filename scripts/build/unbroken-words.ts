import { unbrokenWords } from '#domain/text.ts';

/** Has the texts of pages and islands break no line within a word that has a hyphen; both say the same. */
export const unbrokenTexts = {
  name: 'unbroken-texts',
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    /\/(content|domain)\/[^?]*\.ts$/.test(id) && !id.includes('/node_modules/')
      ? unbrokenWords(code)
      : undefined,
};
