/** One thing wrong with one field, in words a visitor can act on. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
  /** What may have been meant, where only the person can say: what is to be pressed, and what the field says then. */
  readonly choices?: readonly FieldChoice[] | undefined;
}

export interface FieldChoice {
  readonly label: string;
  readonly value: string;
}

/** The outcome of reading untrusted input: the value, or everything that is wrong with it. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: readonly FieldError[] };
