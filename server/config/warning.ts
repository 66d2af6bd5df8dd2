/** What the operator should read; it does not stop the start. */
export interface Warning {
  /** One French line: what is wrong, what is safe, what to do. */
  readonly text: string;
  /** Whether a lead would be lost or delayed by it. */
  readonly delaysLeads: boolean;
}
