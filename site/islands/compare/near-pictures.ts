import { all, COMPARE, NEAR } from '../../markup.ts';

/** Shows the pictures of a comparison, which nothing asks for before, once they are less than a screen away. */
export function showPicturesWhenNear(): void {
  for (const frame of all(COMPARE)) {
    const observer = new IntersectionObserver(
      ([seen]) => {
        if (!seen?.isIntersecting) return;
        observer.disconnect();
        frame.toggleAttribute(NEAR, true);
      },
      { rootMargin: '100%' },
    );
    observer.observe(frame);
  }
}
