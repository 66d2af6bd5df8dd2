import { caterer } from '#content/business.ts';
import { catererShell } from '#content/pages/caterer.ts';
import { shared } from '#content/pages/shared.ts';
import { PhoneLink } from '../../ui/PhoneLink.tsx';
import { eightfold } from '../ornament/strapwork.ts';
import { WeavePattern } from '../ornament/Weave.tsx';
import css from './CatererFooter.module.css';

const weave = eightfold(24, 3.2);

/** The caterer's last line under a woven hem: who it is, how to call, the legal pages. */
export function CatererFooter() {
  return (
    <footer className={css.footer}>
      <svg className={css.hem} aria-hidden="true">
        <defs>
          <WeavePattern id="hem" weave={weave} opacity={0.55} />
        </defs>
        <rect width="100%" height="58" fill="url(#hem)" />
      </svg>
      <div className={css.inside}>
        <p className={css.who}>
          <span className={css.brand}>{caterer.brand}</span>
          <span className="visually-hidden">{catererShell.phoneLabel} </span>
          <PhoneLink phone={caterer.phone} />
        </p>
        <nav aria-label={shared.footerLabel}>
          <ul className={css.links}>
            {catererShell.legalLinks.map(({ href, label }) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
