/** Why a rate misses its bar: seen on a host that other machines shared, where the rates of both sides halved. */
export const BUSY_HOST = {
  note: 'met by the same code on a quieter host',
  reason: 'tenue par le même code sur un hôte plus calme',
} as const;
