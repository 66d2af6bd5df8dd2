import { sales } from '#content/pages/sales.ts';
import type { Customer, TeamMember } from '#content/references.ts';
import css from './People.module.css';

/** Who calls and who builds, by face and name. */
export function People({ people }: { readonly people: readonly (TeamMember & { readonly src: string })[] }) {
  return (
    <>
      <h2 className={css.title}>{sales.people.title}</h2>
      <ul className={css.people}>
        {people.map(({ name, role, src }) => (
          <li key={name}>
            <img src={src} width={400} height={500} alt="" loading="lazy" decoding="async" />
            <p className={css.name}>{name}</p>
            <p>{role}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Customers who have agreed to be named, with one figure each. */
export function Customers({ customers }: { readonly customers: readonly Customer[] }) {
  return (
    <>
      <h2 className={css.title}>{sales.customers.title}</h2>
      <ul className={css.customers}>
        {customers.map(({ name, city, figure, counts }) => (
          <li key={name}>
            <p className={css.figure}>{figure}</p>
            <p>{counts}</p>
            <p className={css.name}>
              {name}, {city}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
