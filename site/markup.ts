/**
 * The names by which the markup, the scripts and the tests know each other: one constant each, written as the HTML
 * has it. Styles name them as text. Single constants, since a page's script carries what it uses and no table.
 */

/** Links that lead back to where the visitor came from. */
export const BACK = 'data-back';
/** Closes the dialog that it stands in. */
export const CLOSE = 'data-close';

/** An island; its value is the name under which a page's script loads it. */
export const ISLAND = 'data-island';
/** The props that an island was rendered with, as JSON. */
export const ISLAND_PROPS = 'data-props';
/** The prefix of the ids that React makes up in an island. */
export const ISLAND_IDS = 'data-ids';
/** The template of the links that have the islands' code fetched; written by scripts/build/inline-scripts.ts. */
export const ISLAND_CODE = 'data-island-code';
/** In an island: the type of event that is queued and replayed when it comes before hydration. */
export const REPLAY = 'data-replay';

/** A lead form; its words while it sends and after it failed are said before React has come. */
export const LEAD_FORM = 'data-lead-form';
export const SENDING = 'data-sending';
export const FAILED = 'data-failed';
/** Where a form tells a returning visitor what became of the lead. */
export const LEAD_NEWS = 'data-lead-news';
/** What is said of a lead, by its state. */
export const RECEIVED = 'data-received';
export const KEPT = 'data-kept';
export const OFFLINE = 'data-offline';
export const REFUSED = 'data-refused';

/** The greeting of step 2, and the link back to the form for those whose lead was refused. */
export const GREETING = 'data-greeting';
export const LEAD_AGAIN = 'data-lead-again';
/** The template of the rules by which the next step is fetched ahead, and those rules once they stand in the page. */
export const AHEAD = 'data-ahead';
export const NEXT_STEP = 'data-next-step';

/** A film's poster, its player, and the dialog that the film opened. */
export const FILM = 'data-film';
export const BY_FILM = 'data-by-film';
/** The before/after pictures, and those that are near enough to be asked for. */
export const COMPARE = 'data-compare';
export const NEAR = 'data-near';

/** The link to the booking of a call, and where a provider's booking says that it is on its way. */
export const BOOKING_LINK = 'data-booking-link';
export const BOOKING_WAIT = 'data-booking-wait';
export const LOADING = 'data-loading';
export const LATE = 'data-late';
/** Where the server writes the first free times into the page of step 2 (domain/booking.ts). */
export { TIMES_AHEAD } from '#domain/booking.ts';

/** The fields of the form for the express audit: the site's address, and the reference to the lead. */
export const AUDIT_ADDRESS = 'data-audit-address';
export const AUDIT_LEAD = 'data-audit-lead';
/** Where the server shows a visitor without JavaScript their audit, and where it says why there is none. */
export const AUDIT_TOLD = 'data-audit-told';
export const AUDIT_WHY = 'data-audit-why';
/** On the root while the audit that follows from the lead is expected, until React shows it. */
export const AUDIT_EXPECTED = 'data-audit-expected';

/** On a page that the server makes: asks for the visitor's time zone; its value is the office's. */
export const OFFICE_ZONE = 'data-office-zone';
/** There too: the template of what is said when the server does not answer, and the id of the text once it is said. */
export const NO_ANSWER = 'data-no-answer';

/** The phone's bottom bar, the places it stands for, and the bar while one of them is on the screen. */
export const THUMB_BAR = 'data-thumb-bar';
export const THUMB_TARGET = 'data-thumb-target';
export const AWAY = 'data-away';

/** Whether a place is open, and what that follows from. */
export const OPEN_STATE = 'data-open-state';
export const OPEN = 'data-open';
export const DAYS = 'data-days';
export const OPENS = 'data-opens';
export const CLOSES = 'data-closes';
export const EXCEPTIONS = 'data-exceptions';
export const TIME_ZONE = 'data-time-zone';
export const CLOCK = 'data-clock';

/** The funnel's progress; its value is what the visitor has done (domain/steps.ts). */
export { STEPS } from '#domain/steps.ts';

/** Where an effect plays. */
export const FLUID = 'data-fluid';
export const SILK = 'data-silk';
export const SPARKLE = 'data-sparkle';

/** On the root: dialogs open by script, a scroll bar takes room, the page fades (`in`, `out`). */
export const DIALOGS = 'data-dialogs';
export const SCROLL_BAR = 'data-scroll-bar';
export const FADE = 'data-fade';

/** The name of a `data-*` attribute. */
export type Name = `data-${string}`;

/** The attribute as JSX and Astro take it: `<a {...attr(BACK)}>`. */
export function attr<N extends Name, V extends string>(name: N, value = '' as V): { readonly [K in N]: V } {
  return { [name]: value } as { readonly [K in N]: V };
}

/** All elements below `root` that carry `name`, of which there may be none. */
export function all<E extends HTMLElement = HTMLElement>(
  name: Name,
  root: ParentNode = document,
): NodeListOf<E> {
  return root.querySelectorAll<E>(`[${name}]`);
}

/**
 * The first element below `root` that carries `name`, which the page of this script must have.
 * @returns undefined where it is missing, which is reported to the page's own error event
 * @throws Error in development
 */
export function need<E extends HTMLElement = HTMLElement>(
  name: Name,
  root: ParentNode = document,
): E | undefined {
  const [found] = all<E>(name, root);
  if (!found) {
    const missing = new Error(`no [${name}]`);
    if (import.meta.env.DEV) throw missing;
    window.reportError?.(missing);
  }
  return found;
}
