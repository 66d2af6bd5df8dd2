import { TIMES_AHEAD } from '../../markup.ts';

interface Chosen {
  /** Whether the page has such times. */
  readonly isThere: boolean;
  readonly day: string | undefined;
  readonly start: string | undefined;
  /** The selector of the radio button that has the focus. */
  readonly focused: string | undefined;
}

/** What a visitor has chosen among the times that the server wrote into the page, before React shows its own. */
export function chosenAhead(form: HTMLFormElement | null): Chosen {
  const ahead = form?.querySelector(`[${TIMES_AHEAD}]`);
  const checked = (name: string) => ahead?.querySelector<HTMLInputElement>(`[name=${name}]:checked`)?.value;
  const firstDay = ahead?.querySelector<HTMLInputElement>('[name=day]');
  const focus = ahead?.querySelector<HTMLInputElement>('input:focus');
  return {
    isThere: Boolean(firstDay),
    day: checked('day'),
    // The page has the times of the first day alone: one that is chosen beside another day may be meant for that day.
    start: firstDay?.checked ? checked('start') : undefined,
    focused: focus ? `[name=${focus.name}][value="${focus.value}"]` : undefined,
  };
}
