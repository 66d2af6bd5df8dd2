import type { ReactNode } from 'react';
import { caterer } from '#content/business.ts';
import { catererShell } from '#content/pages/caterer.ts';
import { shared } from '#content/pages/shared.ts';
import { starOutline } from '../ornament/frames.ts';
import css from './CatererHeader.module.css';

interface Props {
  /** Path of the page, without a slash at its end. */
  readonly path: string;
  readonly children?: ReactNode;
}

/** The caterer's word mark and ways through the house; what the page sets beside them (a back link). */
export function CatererHeader({ path, children }: Props) {
  return (
    <header className={css.header}>
      <a className={css.mark} href={catererShell.landing} aria-label={`${caterer.brand}, ${shared.home}`}>
        <svg className={css.star} viewBox="-12 -12 24 24" aria-hidden="true">
          <path d={starOutline(8, 3, [0, 0], 11.5)} fill="currentColor" />
        </svg>
        {caterer.brand}
      </a>
      {children}
      <nav className={css.nav} aria-label={catererShell.navLabel}>
        <ul>
          {catererShell.nav.map(({ href, label }) => (
            <li key={href}>
              <a href={href} aria-current={href === path ? 'page' : undefined}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}
