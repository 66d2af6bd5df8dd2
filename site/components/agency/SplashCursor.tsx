import type { ReactNode } from 'react';
import { agencyShell } from '#content/pages/agency.ts';
import { splashCursor } from '#content/pages/splash-cursor.ts';
import { attr, FLUID } from '../../markup.ts';
import { AgencyFooter } from './AgencyFooter.tsx';
import { AgencyHeader } from './AgencyHeader.tsx';
import css from './SplashCursor.module.css';

/** The stage of the fluid: the whole window, with the words printed over it. `children` stand in the header. */
export function SplashCursor({ children }: { readonly children?: ReactNode }) {
  return (
    <div className={css.stage} {...attr(FLUID)}>
      <AgencyHeader>{children}</AgencyHeader>
      <main id="contenu" tabIndex={-1} className={css.words}>
        <h1 className={css.title} lang="en">
          {splashCursor.title}
        </h1>
        <p className={css.text}>{splashCursor.text}</p>
      </main>
      <AgencyFooter links={agencyShell.contactLinks} />
    </div>
  );
}
