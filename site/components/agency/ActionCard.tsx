import type { ReactNode } from 'react';
import { Arrow } from '../ui/Arrow.tsx';
import css from './ActionCard.module.css';

interface Props {
  readonly href: string;
  /** `primary` is the one red action of a screen; `ink` stands on paper, `ruled` on night. */
  readonly look: 'primary' | 'ink' | 'ruled';
  /** One sentence at the card's foot. */
  readonly text: string;
  /** Says that the link opens elsewhere, and makes it so. */
  readonly newTab?: string;
  /** What the card says large. */
  readonly children: ReactNode;
}

/** A way in as large as a poster: the whole card is one link. */
export function ActionCard({ href, look, text, newTab, children }: Props) {
  const elsewhere = newTab === undefined ? {} : { target: '_blank', rel: 'noopener' };
  return (
    <a className={`${css.card} ${css[look]}`} href={href} {...elsewhere}>
      {children}
      <span className={css.foot}>
        <span className={css.text}>{text}</span>
        <Arrow moves to={newTab === undefined ? 'on' : 'out'} />
      </span>
      {newTab !== undefined && <span className="visually-hidden"> ({newTab})</span>}
    </a>
  );
}
