import type { ReactNode } from 'react';
import { sales } from '#content/pages/sales.ts';
import { attr, THUMB_TARGET } from '../../markup.ts';
import css from './SalesHero.module.css';

interface Props {
  /** Slots: optional because the checker of .astro files does not see them as props. */
  readonly film?: ReactNode;
  readonly form?: ReactNode;
}

/** The promise, the film that shows it, and the form that answers it. */
export function SalesHero({ film, form }: Props) {
  return (
    <div className={css.stage}>
      <section className={`${css.page} ${css.hero}`}>
        <h1 className={css.headline}>
          {sales.headline.map((line) => (
            <span key={line}>{line} </span>
          ))}
        </h1>
        <p className={css.lead}>{sales.lead}</p>
        <div className={css.film}>{film}</div>
        <div className={css.form} id="formulaire" {...attr(THUMB_TARGET)}>
          <h2 className={css.formTitle}>{sales.form.title}</h2>
          {form}
        </div>
      </section>
    </div>
  );
}
