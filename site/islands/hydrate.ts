import { type ComponentType, createElement } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { ISLAND_FAULTS, type IslandFault } from '#domain/island-faults.ts';
import { all, ISLAND, ISLAND_IDS, ISLAND_PROPS, TIMES_AHEAD } from '../markup.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What a visitor has in hand: the controls themselves hold what was typed, in the page or out of it. */
interface InHand {
  readonly controls: readonly Control[];
  readonly focused: Element | null;
  /** The free times that the server wrote into the page, which React knows nothing of. */
  readonly times: readonly Element[];
  readonly openDialogs: readonly string[];
}

/**
 * Gives an island to React in one act: before it nothing of React answers in it, after it everything does.
 *
 * Extensions put elements beside fields and browsers translate texts, so the page may differ from what the component
 * renders. React then makes the island anew; what was typed and chosen, the selection and the focus are put back. When
 * React cannot render it at all, or fails later (it removes a text that a translator has moved, say), the island becomes
 * the plain HTML that it was, with what was typed: a form that sends, a link that leads on.
 * @param island the root as Island.tsx wrote it, which holds what it was rendered with
 * @param added props that only the page's script has
 * @param onPlain told when the island is plain HTML again
 * @returns whether React has it
 */
export function hydrate(
  island: HTMLElement,
  component: ComponentType,
  added: object = {},
  onPlain = () => {},
): boolean {
  const plain = island.cloneNode(true);
  let inHand = handOf(island, document.activeElement);
  let isFailing = false;
  let isPlain = false;
  const note = ({ target }: Event) => {
    inHand = handOf(island, target as Element);
  };
  const becomePlain = () => {
    if (isPlain) return;
    isPlain = true;
    for (const type of TOUCHES) island.removeEventListener(type, note, true);
    island.replaceChildren(...plain.childNodes);
    giveBack(island, inHand);
    report(island, 'failed');
    onPlain();
  };
  const onUncaughtError = (error: unknown) => {
    isFailing = true;
    window.reportError?.(error);
    // React is still at work on what it removes.
    queueMicrotask(becomePlain);
  };
  for (const type of TOUCHES) island.addEventListener(type, note, true);
  try {
    const props = { ...JSON.parse(island.getAttribute(ISLAND_PROPS) ?? '{}'), ...added };
    const identifierPrefix = island.getAttribute(ISLAND_IDS) ?? '';
    const onRecoverableError = (error: unknown) => {
      report(island, 'rendered-anew');
      window.reportError?.(error);
    };
    const options = { identifierPrefix, onRecoverableError, onUncaughtError };
    flushSync(() => hydrateRoot(island, createElement(component, props), options));
    if (!isFailing) giveBack(island, inHand);
    inHand = handOf(island, document.activeElement);
  } catch (error) {
    onUncaughtError(error);
  }
  if (isFailing) becomePlain();
  return !isPlain;
}

/** After each of these another control may be in hand. */
const TOUCHES = ['focusin', 'input', 'change'];

function handOf(island: HTMLElement, focused: Element | null): InHand {
  return {
    controls: [...island.querySelectorAll<Control>('input, select, textarea')],
    focused: island.contains(focused) ? focused : null,
    times: [...all(TIMES_AHEAD, island)],
    openDialogs: Array.from(island.querySelectorAll('dialog[open]'), ({ id }) => id),
  };
}

/** Puts what was in hand into the controls that have come in the place of those that are no longer in the page. */
function giveBack(island: HTMLElement, { controls, focused, times, openDialogs }: InHand): void {
  const lost = times[0]?.isConnected === false ? times[0] : undefined;
  if (lost) all(TIMES_AHEAD, island)[0]?.replaceChildren(...lost.childNodes);
  for (const control of controls) {
    if (control.isConnected) continue;
    const place = twinOf(island, control);
    if (!place) continue;
    if (place instanceof HTMLInputElement && /^(checkbox|radio)$/.test(place.type)) {
      place.checked = (control as HTMLInputElement).checked;
    } else if (control.value) place.value = control.value;
  }
  for (const id of openDialogs) {
    const dialog = document.querySelector<HTMLDialogElement>(`dialog#${CSS.escape(id)}:not([open])`);
    dialog?.showModal();
  }
  if (focused && !focused.isConnected && document.activeElement === document.body) refocus(island, focused);
}

function refocus(island: HTMLElement, focused: Element): void {
  const place = twinOf(island, focused);
  place?.focus({ preventScroll: true });
  if (!(place instanceof HTMLInputElement && focused instanceof HTMLInputElement)) return;
  const { selectionStart, selectionEnd, selectionDirection } = focused;
  // Fields of other kinds (`email`) tell no selection; theirs is at the end of what was typed, where it mostly was.
  if (selectionStart !== null)
    place.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined);
}

/** What has come in the place of `lost`: it has its id, or its name and, of several to choose from, its value. */
function twinOf(island: HTMLElement, lost: Element): (Control & HTMLElement) | null {
  const attributes = [
    'id',
    'name',
    ...(/^(checkbox|radio)$/.test(lost.getAttribute('type') ?? '') ? ['value'] : []),
  ];
  const named = attributes.flatMap((attribute) => {
    const value = lost.getAttribute(attribute);
    return value ? [`[${attribute}="${CSS.escape(value)}"]`] : [];
  });
  const type = lost.getAttribute('type');
  return island.querySelector(
    lost.localName + (named.length > 0 ? named.join('') : type ? `[type="${CSS.escape(type)}"]` : ''),
  );
}

/** Has the server count it. What a browser keeps from being sent is not counted. */
function report(island: HTMLElement, fault: IslandFault): void {
  const name = island.getAttribute(ISLAND) ?? '';
  navigator.sendBeacon?.(`${ISLAND_FAULTS}?${new URLSearchParams({ island: name, fault })}`);
}
