/** One thing between this checkout and going live. */
export interface Finding {
  /** `blocks`: a lead would be lost or delayed. `mend`: to be done before going live. `fine`: nothing to do. */
  readonly weight: 'blocks' | 'mend' | 'fine';
  readonly text: string;
}
