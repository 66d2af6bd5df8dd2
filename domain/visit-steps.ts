/** How a figure is known: `counted` of requests, robots left out as well as one can; `known` of rows that exist. */
export type StepKind = 'counted' | 'known';

/** The steps from the first view to the signed deal, in their order, and how the figure of each is known. */
export const FUNNEL_STEPS = {
  visit: 'counted',
  form: 'counted',
  lead: 'known',
  booked: 'known',
  confirmed: 'known',
  held: 'known',
  won: 'known',
  lost: 'known',
} as const satisfies Readonly<Record<string, StepKind>>;

export type FunnelStep = keyof typeof FUNNEL_STEPS;
export const STEP_NAMES = Object.keys(FUNNEL_STEPS) as readonly FunnelStep[];

/** The steps that are counted. */
export type VisitStep = {
  [S in FunnelStep]: (typeof FUNNEL_STEPS)[S] extends 'counted' ? S : never;
}[FunnelStep];
