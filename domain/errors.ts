/** One thing wrong with one field, in words a visitor can act on. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** The outcome of reading untrusted input: the value, or everything that is wrong with it. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: readonly FieldError[] };
