import type { ReactNode } from 'react';
import { attr, CLOSE } from '../../markup.ts';
import css from './Dialog.module.css';

interface Props {
  /** Also its address: a link to `#id` opens it (browser/dialogs.ts). */
  readonly id: string;
  readonly title: string;
  readonly closeLabel: string;
  readonly wide?: boolean;
  /** Stands above the title, e.g. a badge. */
  readonly above?: ReactNode;
  readonly children: ReactNode;
}

/** The platform's modal dialog, with its title, its way out and its address. */
export function Dialog({ id, title, closeLabel, wide = false, above, children }: Props) {
  return (
    <dialog
      id={id}
      className={`${css.dialog} ${wide ? css.wide : ''}`}
      aria-labelledby={`${id}-title`}
      // Its address may have opened it before React comes.
      suppressHydrationWarning
    >
      <div className={css.inside}>
        <div className={css.head}>
          <div>
            {above}
            <h2 id={`${id}-title`} className={css.title}>
              {title}
            </h2>
          </div>
          <button type="button" className={css.close} {...attr(CLOSE)} aria-label={closeLabel}>
            <svg viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
              <path d="M3 3l14 14M17 3 3 17" />
            </svg>
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
