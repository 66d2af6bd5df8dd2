const OTHERWISE = 'Si l’adresse est juste, envoyez encore une fois.';

/** Where an address looks like a slip of the finger, `gmial.com` for `gmail.com`. It is proposed, never forced. */
export const emailSlip = {
  /** Before what was probably meant. */
  meant: 'Plutôt',
  /** Where the form has waited for it. */
  otherwise: OTHERWISE,
  /** Without JavaScript; `address` is what was probably meant. */
  asked: (address: string) => `Plutôt ${address}\u202f? ${OTHERWISE}`,
} as const;
