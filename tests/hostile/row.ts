/** One measured figure beside its bar. */
export interface Row {
  readonly figure: string;
  readonly value: number;
  /** The most that it may be. */
  readonly bar: number;
  readonly met: boolean;
  readonly note: string;
}
