import { AWAY, all, need, THUMB_BAR, THUMB_TARGET } from '../../markup.ts';

/**
 * Hides the phone's bottom bar `[data-thumb-bar]` while one of the places it stands for,
 * `[data-thumb-target]`, is on the screen: one action a screen.
 */
export function hideThumbBarNearForm(): void {
  const bar = need(THUMB_BAR);
  const visible = new Set<Element>();
  const onChange = (entries: IntersectionObserverEntry[]) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) visible.add(target);
      else visible.delete(target);
    }
    bar?.toggleAttribute(AWAY, visible.size > 0);
  };
  // A form that only shows its head is not yet within reach.
  const observer = new IntersectionObserver(onChange, { rootMargin: '0px 0px -35% 0px' });
  for (const target of all(THUMB_TARGET)) observer.observe(target);
}
