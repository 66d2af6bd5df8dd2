import { caterer } from '#content/business.ts';
import { home } from '#content/pages/home.ts';
import { attr, SPARKLE } from '../../../markup.ts';
import { Arrow } from '../../ui/Arrow.tsx';
import css from './Landing.module.css';
import { Table } from './Table.tsx';

/** The word mark on the table, and the ways into the house. */
export function Landing() {
  const words = caterer.brand.split(' ');
  return (
    <div className={css.page}>
      <Table />
      <div className={css.logo} {...attr(SPARKLE)}>
        <p className={css.above}>{home.above}</p>
        <h1 className={css.mark}>
          {words.map((word) => (
            <span key={word}>{word} </span>
          ))}
        </h1>
        <p className={css.below}>{home.below}</p>
      </div>
      <nav className={css.ways} aria-label={home.waysLabel}>
        <ul>
          {home.ways.map(({ href, title, text }) => (
            <li key={href}>
              <a href={href}>
                <span className={css.wayTitle}>{title}</span>
                <span className={css.wayText}>{text}</span>
                <Arrow className={css.arrow} moves />
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
