import css from './SkipLink.module.css';

/** The first stop of the keyboard: past the header, to the content. */
export function SkipLink({ children }: { readonly children: string }) {
  return (
    <a className={`${css.skip} visually-hidden`} href="#contenu">
      {children}
    </a>
  );
}
