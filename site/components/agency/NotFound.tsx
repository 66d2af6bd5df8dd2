import { notFound } from '#content/pages/not-found.ts';
import { Button } from '../ui/Button.tsx';
import css from './NotFound.module.css';

/** A poster for what is not there: the status in numerals too large for their columns. */
export function NotFound() {
  return (
    <div className={css.page}>
      <div className={css.numerals} aria-hidden="true">
        {notFound.numerals.map((numeral, index) => (
          <span key={index} className={css.cell}>
            <span className={css.numeral}>{numeral}</span>
          </span>
        ))}
      </div>
      <div className={css.words}>
        <h1 className={css.title} lang="en">
          {notFound.title}
        </h1>
        <p className={css.text}>{notFound.text}</p>
        <Button href="/" wide className={css.home}>
          <span lang="en">{notFound.home}</span>
        </Button>
      </div>
    </div>
  );
}
