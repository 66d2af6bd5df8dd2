const OTHERWISE = 'Si l’adresse est juste, envoyez encore une fois.';

const proposed = (address: string) => `Plutôt ${address}\u202f?`;

/** Where an address looks like a slip of the finger, `gmial.com` for `gmail.com`. It is proposed, never forced. */
export const emailSlip = {
  /** Before what was probably meant. */
  meant: 'Plutôt',
  /** Where the form has waited for it. */
  otherwise: OTHERWISE,
  /** Without JavaScript, where what was typed is no address; `address` is what was probably meant. */
  proposed,
  /** The same where it may be one: it is taken when it is sent again. */
  asked: (address: string) => `${proposed(address)} ${OTHERWISE}`,
} as const;
