const OTHERWISE = 'Si l’adresse est juste, envoyez encore une fois.';

const MEANT = 'Plutôt';

const proposed = (address: string) => `${MEANT} ${address}\u202f?`;

/** Where an address looks like a slip of the finger, `gmial.com` for `gmail.com`. It is proposed, never forced. */
export const emailSlip = {
  /** Before what was probably meant. */
  meant: MEANT,
  /** Where the form has waited for it. */
  otherwise: OTHERWISE,
  /** Without JavaScript, after an invalid address was typed; `address` is what was probably meant. */
  proposed,
  /** The same after a valid address: the form accepts it when it is sent a second time. */
  asked: (address: string) => `${proposed(address)} ${OTHERWISE}`,
} as const;
