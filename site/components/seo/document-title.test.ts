import { expect, it } from 'vitest';
import { agency, caterer } from '#content/business.ts';
import { agencyDocuments, catererDocuments } from '#content/legal/index.ts';
import { home } from '#content/pages/home.ts';
import { documentTitle } from './document-title.ts';

it('names the house after the page', () => {
  expect(documentTitle('Conditions générales', 'Atelier 48')).toBe('Conditions générales · Atelier 48');
});

it('does not name it twice, nor where it would be cut', () => {
  expect(documentTitle(home.title, caterer.brand)).toBe(home.title);
  const long = 'Un titre qui occupe à lui seul presque toute la place disponible';
  expect(documentTitle(long, agency.brand)).toBe(long);
});

it('gives each legal page a title that a search result shows whole', () => {
  for (const { title } of [...agencyDocuments(agency), ...catererDocuments(caterer)]) {
    expect(documentTitle(title, agency.brand).length).toBeLessThanOrEqual(65);
  }
});
