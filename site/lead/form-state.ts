import type { FieldError } from '#domain/errors.ts';

/** What a form is doing, and what it has to say. */
export type FormState =
  /** `kept`: neither the server nor the next page answers; it goes on by itself once one of them does. */
  | { readonly kind: 'ready' | 'sending' | 'kept' | 'failed' }
  | { readonly kind: 'invalid'; readonly errors: readonly FieldError[] };

export const READY: FormState = { kind: 'ready' };
export const FAILED: FormState = { kind: 'failed' };

/** One form's way to send its lead, shared by what shows the form: the page's script, and React after it. */
export interface Sending {
  readonly state: () => FormState;
  /** Whether the page says what became of the lead that was sent from this tab. */
  readonly tells: () => boolean;
  /** Calls `listener` after each change of any form of the page, until what it returns is called. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Sends what `form` holds, unless that is being sent. Never rejects. */
  readonly send: (form: HTMLFormElement) => Promise<void>;
}
