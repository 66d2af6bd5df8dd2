import { shared } from '#content/pages/shared.ts';
import css from './SkipLink.module.css';

/** The first stop of the keyboard: past the header, to the content. */
export function SkipLink() {
  return (
    <a className={`${css.skip} visually-hidden`} href="#contenu">
      {shared.skip}
    </a>
  );
}
