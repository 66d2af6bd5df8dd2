import css from './Banner.module.css';

/** Who the offer is for, before anything else. */
export function Banner({ children }: { readonly children: string }) {
  return (
    <aside className={css.banner}>
      <svg viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
        <path d="M6 2h4v4h4v4h-4v4H6v-4H2V6h4z" />
      </svg>
      {children}
    </aside>
  );
}
