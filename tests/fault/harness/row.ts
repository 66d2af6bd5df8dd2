import type { Random } from './random.ts';

/** One row of the suite: a fault, how often it is done to the product, and what must hold all the while. */
export interface Row {
  /** For `--only`. */
  readonly name: string;
  readonly fault: string;
  /** What the dose counts. */
  readonly unit: string;
  readonly dose: { readonly full: number; readonly quick: number };
  /** What `pass` means beyond the invariants, for the table. */
  readonly bar: string;
  /** Whether it passes depends on how fast a server starts or answers: `npm test` runs such rows first, beside no others. */
  readonly timed?: true;
  run(scene: Scene): Promise<Finding>;
}

/** What a row is given: how much to do, chance to do it with, and a place to leave what must be cleared away. */
export interface Scene {
  readonly dose: number;
  readonly full: boolean;
  readonly random: Random;
  /** Where the row writes down each promise that it finds broken, in words, beside those of its finding. */
  readonly broken: string[];
  /** Acts are done in reverse order when the row has ended, however it ended. */
  onEnd(act: () => unknown): void;
  /** A folder of its own, gone at the end. */
  folder(): string;
}

/** What is counted of a row's leads and records. */
export interface Counts {
  /** Leads to which the service answered 200, 201 or 303. */
  readonly acknowledged: number;
  /** Of those, how many the provider holds with the very same content. */
  readonly delivered: number;
  readonly missing: number;
  /** Records that the provider holds beyond one for each lead, acknowledged or not. */
  readonly twice: number;
  /** Acknowledged leads that have no record of their own but stand in another's. */
  readonly merged: number;
  /** Records that hold anything but what they were made with and what people have written. */
  readonly overwritten: number;
}

export interface Finding extends Counts {
  /** The longest time from the end of a fault until the service did its work again, in milliseconds. */
  readonly recoveryMs?: number;
  /** Each promise that was broken, in words; empty when all held. What the scene was told is added at the end. */
  readonly broken: readonly string[];
  /** What a reader must know about how it was done. */
  readonly note?: string;
  /** Why this machine cannot do it; then nothing above was tried, and it never counts as passed. */
  readonly impossible?: string;
}

export const NOTHING_SENT = {
  acknowledged: 0,
  delivered: 0,
  missing: 0,
  twice: 0,
  merged: 0,
  overwritten: 0,
  broken: [],
} as const;
