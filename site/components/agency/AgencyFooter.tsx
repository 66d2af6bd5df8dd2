import { agency } from '#content/business.ts';
import { shared } from '#content/pages/shared.ts';
import css from './AgencyFooter.module.css';

interface Props {
  readonly links: readonly { readonly href: string; readonly label: string }[];
}

/** The agency's last line: who it is and the legal pages. */
export function AgencyFooter({ links }: Props) {
  return (
    <footer className={css.footer}>
      <p className={css.mark}>
        {agency.brand} · {agency.tagline}
        <span>
          {agency.legalName} ({agency.legalForm}), {agency.postcode}
          {'\u00a0'}
          {agency.city}
        </span>
        <span>IDE {agency.uid}</span>
      </p>
      <nav aria-label={shared.footerLabel}>
        <ul className={css.links}>
          {links.map(({ href, label }) => (
            <li key={href}>
              <a href={href}>{label}</a>
            </li>
          ))}
        </ul>
      </nav>
    </footer>
  );
}
