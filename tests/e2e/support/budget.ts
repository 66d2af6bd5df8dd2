import { EFFECT_PAGES } from './kinds.ts';

const KB = 1024;

/** What a page may cost before any interaction, as Brotli; gates `npm test` and stands in the bench's table. */
export interface Budget {
  readonly html: number;
  readonly script: number;
  readonly total: number;
  readonly requests: number;
  readonly shift: number;
}

export function budgetOf(route: string): Budget {
  const effect = route in EFFECT_PAGES;
  return {
    html: 14 * KB,
    script: (effect ? 10 : 4) * KB,
    total: 80 * KB,
    requests: effect ? 6 : 4,
    shift: 0,
  };
}
