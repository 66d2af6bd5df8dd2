import type { VisitStep } from '#domain/visit-steps.ts';

/** How many visits and touched forms were counted on a day, by page and source; a row says nothing of anybody. */
export interface VisitCountsTable {
  /** `YYYY-MM-DD`, in the office's time zone. */
  day: string;
  /** Path of the page. */
  page: string;
  /** Empty texts where nothing was said. */
  source: string;
  medium: string;
  campaign: string;
  step: VisitStep;
  count: number;
}
