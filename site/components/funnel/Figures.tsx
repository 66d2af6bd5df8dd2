import { sales } from '#content/pages/sales.ts';
import css from './Figures.module.css';

/** The three figures, set as large as headlines: they are the argument. */
export function Figures() {
  return (
    <>
      <h2 className={css.title}>{sales.figuresTitle}</h2>
      <ul className={css.list}>
        {sales.figures.map(({ value, label }) => (
          <li key={value} className={css.row}>
            <p className={css.value}>{value}</p>
            <p className={css.label}>{label}</p>
          </li>
        ))}
      </ul>
      <p className={css.note}>
        {sales.figuresNote} <a href="/earnings-disclaimer">{sales.figuresLink}</a>.
      </p>
    </>
  );
}
