import css from './Figures.module.css';

interface Props {
  readonly title: string;
  readonly figures: readonly { readonly value: string; readonly label: string }[];
  readonly note: string;
  readonly link: string;
}

/** The three figures, set as large as headlines: they are the argument. */
export function Figures({ title, figures, note, link }: Props) {
  return (
    <>
      <h2 className={css.title}>{title}</h2>
      <ul className={css.list}>
        {figures.map(({ value, label }) => (
          <li key={value} className={css.row}>
            <p className={css.value}>{value}</p>
            <p className={css.label}>{label}</p>
          </li>
        ))}
      </ul>
      <p className={css.note}>
        {note} <a href="/earnings-disclaimer">{link}</a>.
      </p>
    </>
  );
}
