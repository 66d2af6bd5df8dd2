/** The result of one check. */
export interface DoctorFinding {
  readonly weight: 'blocks' | 'mend' | 'fine';
  readonly text: string;
}

/** A lead would be lost or delayed. */
export const blocks = (text: string): DoctorFinding => ({ weight: 'blocks', text });

/** To be done before going live. */
export const mend = (text: string): DoctorFinding => ({ weight: 'mend', text });

/** Nothing to do. */
export const fine = (text: string): DoctorFinding => ({ weight: 'fine', text });
