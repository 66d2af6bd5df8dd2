/** How a figure is known: `counted` of requests, robots left out as well as one can; `known` of rows that exist. */
export type StepKind = 'counted' | 'known';

/** From the first view to the signed deal: each step, and how its figure is known. */
export const FUNNEL_STEPS = {
  visit: 'counted',
  form: 'counted',
  lead: 'known',
  booked: 'known',
  held: 'known',
  won: 'known',
} as const satisfies Readonly<Record<string, StepKind>>;

/** What happens beside those steps: not everybody confirms, and nobody goes on from a lost one. */
export const BESIDE_STEPS = { confirmed: 'known', lost: 'known' } as const;

export type FunnelStep = keyof typeof FUNNEL_STEPS | keyof typeof BESIDE_STEPS;
export const STEP_NAMES = Object.keys(FUNNEL_STEPS) as readonly (keyof typeof FUNNEL_STEPS)[];

/** The steps that are counted. */
export type VisitStep = 'visit' | 'form';

/** How many reached each step. */
export type StepCounts = Readonly<Record<FunnelStep, number>>;

export const NO_STEPS: StepCounts = {
  visit: 0,
  form: 0,
  lead: 0,
  booked: 0,
  confirmed: 0,
  held: 0,
  won: 0,
  lost: 0,
};
