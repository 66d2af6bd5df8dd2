import { ISLAND_ALIVE, ISLAND_HELD, ISLAND_LATE } from '../../directives/interaction.ts';

/**
 * Says in `[data-booking-wait]` that the agenda opens while its code is on its way, and, when that takes too long,
 * that the button has become the plain link, with the focus on it.
 */
export function sayBookingWaits(): void {
  const place = document.querySelector<HTMLElement>('[data-booking-wait]');
  if (!place) return;
  const say = (words = '') => {
    place.textContent = words;
  };
  document.addEventListener(ISLAND_HELD, () => say(place.dataset.loading));
  document.addEventListener(ISLAND_ALIVE, () => say());
  document.addEventListener(ISLAND_LATE, ({ target }) => {
    say(place.dataset.late);
    if (target instanceof HTMLElement) target.focus();
  });
}
