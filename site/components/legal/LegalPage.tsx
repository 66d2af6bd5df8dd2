import type { LegalDocument } from '#content/legal/document.ts';
import { frenchDate } from '#content/legal/french-date.ts';
import { legalPage } from '#content/pages/legal.ts';
import { starOutline } from '../caterer/ornament/frames.ts';
import { BackLink } from '../ui/BackLink.tsx';
import { BlockView, Words } from './Blocks.tsx';
import css from './LegalPage.module.css';

interface Props {
  readonly document: LegalDocument;
  /** Where the way back leads those who came from elsewhere: the landing of the house. */
  readonly landing: string;
  /** The caterer sets each section's number in a star. */
  readonly star?: boolean;
}

const outline = starOutline(8, 3, [0, 0], 31);

/** A legal document to be read: the way back, its title, its date, what it holds, then its numbered sections. */
export function LegalPage({ document, landing, star = false }: Props) {
  const { title, updated, intro, sections } = document;
  return (
    <article className={css.page}>
      <header className={css.head}>
        <p className={css.back}>
          <BackLink href={landing} />
        </p>
        <h1 className={css.title}>{title}</h1>
        <p className={css.updated}>
          {legalPage.updated} <time dateTime={updated}>{frenchDate(updated)}</time>
        </p>
        <p className={css.intro}>
          <Words text={intro} />
        </p>
      </header>
      <Contents sections={sections} />
      <div className={css.body}>
        {sections.map(({ id, heading, blocks }, i) => (
          <section key={id} id={id} className={css.section} aria-labelledby={`${id}-titre`}>
            <p className={css.number}>
              {star && (
                <svg className={css.star} viewBox="-32 -32 64 64" aria-hidden="true">
                  <path d={outline} fill="none" stroke="currentColor" />
                </svg>
              )}
              <span aria-hidden="true">{i + 1}</span>
            </p>
            <h2 id={`${id}-titre`}>{heading}</h2>
            {blocks.map((block) => (
              <BlockView key={JSON.stringify(block)} block={block} />
            ))}
          </section>
        ))}
      </div>
    </article>
  );
}

/** The headings of a legal document, as links to its sections. */
function Contents({ sections }: Pick<LegalDocument, 'sections'>) {
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
