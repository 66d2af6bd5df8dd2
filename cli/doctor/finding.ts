/** The result of one check. */
export interface Finding {
  /** `blocks`: a lead would be lost or delayed. `mend`: to be done before going live. `fine`: nothing to do. */
  readonly weight: 'blocks' | 'mend' | 'fine';
  readonly text: string;
}
