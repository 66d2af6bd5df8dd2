import { sales } from '#content/pages/sales.ts';
import css from './FilmNote.module.css';

/** In the dialog that the film opens (islands/film): when the film begins. */
export function FilmNote() {
  return <p className={css.note}>{sales.dialog.film}</p>;
}
