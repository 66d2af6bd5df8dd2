/** Where an address looks like a slip of the finger, `gmial.com` for `gmail.com`. It is proposed, never forced. */
export const emailSlip = {
  /** Before what was probably meant. */
  meant: 'Plutôt',
  /** Without JavaScript; `address` is what was probably meant. */
  question: (address: string) => `Plutôt ${address}\u202f?`,
  /** Where the form has waited for it. */
  otherwise: 'Si l’adresse est juste, envoyez encore une fois.',
} as const;
