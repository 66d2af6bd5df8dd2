/**
 * Moves the seam of every before/after comparison. The native range carries the value (0 to 100, keyboard,
 * announcement); a pointer anywhere on the pictures sets it, since some phones only drag a range by its thumb.
 */
export function followSliders(): void {
  for (const frame of document.querySelectorAll<HTMLElement>('[data-compare]')) {
    const input = frame.querySelector('input');
    if (input) follow(frame, input);
    showWhenNear(frame);
  }
}

/** What a screen reader says of the seam's place, from 0 to 100. */
export function valueText(value: string): string {
  return `${value}\u202f% de la page d’avant`;
}

/** Shows the pictures, which nothing asks for before, once they are less than a screen away. */
function showWhenNear(frame: HTMLElement): void {
  const observer = new IntersectionObserver(
    ([seen]) => {
      if (!seen?.isIntersecting) return;
      observer.disconnect();
      frame.dataset.near = '';
    },
    { rootMargin: '100%' },
  );
  observer.observe(frame);
}

function follow(frame: HTMLElement, input: HTMLInputElement): void {
  const show = () => {
    frame.style.setProperty('--seam', `${input.value}%`);
    input.setAttribute('aria-valuetext', valueText(input.value));
  };
  const drag = (event: PointerEvent) => {
    const { left, width } = frame.getBoundingClientRect();
    input.value = String(((event.clientX - left) / width) * 100);
    show();
  };
  frame.addEventListener('pointerdown', (event) => {
    frame.setPointerCapture(event.pointerId);
    drag(event);
    input.focus({ preventScroll: true });
    event.preventDefault();
  });
  frame.addEventListener('pointermove', (event) => {
    if (frame.hasPointerCapture(event.pointerId)) drag(event);
  });
  input.addEventListener('input', show);
  show();
}
