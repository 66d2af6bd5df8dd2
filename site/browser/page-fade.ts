import { FADE } from '../markup.ts';

let leave: (href: string) => unknown = (href) => location.assign(href);

/** Opens another page of this site, fading this one out. */
export function goTo(href: string): void {
  leave(href);
}

/**
 * Fades pages in and out where the browser has no cross-document view transitions; what fades out comes later, and
 * until then pages change without. The event is what tells: Firefox parses the `@view-transition` rule and does
 * nothing with it.
 */
export function fadePages(): void {
  if ('onpagereveal' in window) return;
  document.documentElement.setAttribute(FADE, 'in');
  import('./fade-out.ts').then(
    (file) => {
      leave = file.fadeOut();
    },
    () => {},
  );
}
