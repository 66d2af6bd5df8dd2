import { shared } from '#content/pages/shared.ts';
import { attr, BACK } from '../../markup.ts';
import { Arrow } from './Arrow.tsx';
import css from './BackLink.module.css';

interface Props {
  /** The landing of the house: where the link leads for those who came from elsewhere. */
  readonly href: string;
}

/** The way back. A link to the landing; browser/back.ts turns it into the previous page where there is one. */
export function BackLink({ href }: Props) {
  return (
    <a className={css.back} href={href} {...attr(BACK)}>
      <Arrow moves to="back" />
      <span>{shared.back}</span>
    </a>
  );
}
