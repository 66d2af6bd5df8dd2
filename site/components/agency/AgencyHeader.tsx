import type { ReactNode } from 'react';
import { agency } from '#content/business.ts';
import { shared } from '#content/pages/shared.ts';
import { SkipLink } from '../ui/SkipLink.tsx';
import css from './AgencyHeader.module.css';

/** The agency's word mark, the way past it, and what the page sets beside it (the progress, a back link). */
export function AgencyHeader({ children }: { readonly children?: ReactNode }) {
  return (
    <>
      <SkipLink />
      <header className={css.header}>
        <a className={css.mark} href="/" aria-label={`${agency.brand}, ${shared.home}`}>
          {agency.brand}
        </a>
        {children}
      </header>
    </>
  );
}
