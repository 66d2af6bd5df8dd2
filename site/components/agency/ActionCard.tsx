import type { ReactNode } from 'react';
import { shared } from '#content/pages/shared.ts';
import { Arrow } from '../ui/Arrow.tsx';
import css from './ActionCard.module.css';

interface Props {
  readonly href: string;
  /** `primary` is the one red action of a screen; `ink` stands on paper, `ruled` on night. */
  readonly look: 'primary' | 'ink' | 'ruled';
  /** One sentence at the card's foot. */
  readonly text: string;
  /** The link opens in a new tab, and says so. */
  readonly newTab?: boolean;
  /** What the card says large. */
  readonly children: ReactNode;
}

/** A way in as large as a poster: the whole card is one link. */
export function ActionCard({ href, look, text, newTab = false, children }: Props) {
  const elsewhere = newTab ? { target: '_blank', rel: 'noopener' } : {};
  return (
    <a className={`${css.card} ${css[look]}`} href={href} {...elsewhere}>
      {children}
      <span className={css.foot}>
        <span className={css.text}>{text}</span>
        <Arrow moves to={newTab ? 'out' : 'on'} />
      </span>
      {newTab && <span className="visually-hidden"> ({shared.newTab})</span>}
    </a>
  );
}
