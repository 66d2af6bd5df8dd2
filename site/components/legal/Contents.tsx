import type { LegalDocument } from '#content/legal/document.ts';
import { legalPage } from '#content/pages/legal.ts';
import css from './Contents.module.css';

/** The headings of a legal document, as links to its sections. */
export function Contents({ sections }: Pick<LegalDocument, 'sections'>) {
  return (
    <nav className={css.contents} aria-labelledby="sommaire">
      <h2 id="sommaire">{legalPage.contents}</h2>
      <ol>
        {sections.map(({ id, heading }) => (
          <li key={id}>
            <a href={`#${id}`}>{heading}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
