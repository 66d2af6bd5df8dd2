/** The result of one check. */
export interface Finding {
  readonly weight: 'blocks' | 'mend' | 'fine';
  readonly text: string;
}

/** A lead would be lost or delayed. */
export const blocks = (text: string): Finding => ({ weight: 'blocks', text });

/** To be done before going live. */
export const mend = (text: string): Finding => ({ weight: 'mend', text });

/** Nothing to do. */
export const fine = (text: string): Finding => ({ weight: 'fine', text });
