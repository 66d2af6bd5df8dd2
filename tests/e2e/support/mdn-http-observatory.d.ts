// The package ships no types; this is the part of its source that the test uses.
declare module '@mdn/mdn-http-observatory/src/retriever/retriever.js' {
  export interface Retrieved {
    readonly responses: {
      auto: (object & { verified?: boolean }) | null;
      https: (object & { verified?: boolean }) | null;
      http: (object & { verified?: boolean }) | null;
      httpRedirects: { url: URL; status: number }[];
    };
  }
  export function retrieve(
    hostname: string,
    options: { httpPort: string; httpsPort: string; path: string },
  ): Promise<Retrieved>;
}

declare module '@mdn/mdn-http-observatory/src/constants.js' {
  import type { Retrieved } from '@mdn/mdn-http-observatory/src/retriever/retriever.js';

  export const ALL_TESTS: readonly ((retrieved: Retrieved) => { readonly result: string })[];
}

declare module '@mdn/mdn-http-observatory/src/grader/grader.js' {
  export function getScoreModifier(result: string): number;
  export function getGradeForScore(score: number): { readonly grade: string; readonly score: number };
}

declare module '@mdn/mdn-http-observatory/src/grader/charts.js' {
  export const MINIMUM_SCORE_FOR_EXTRA_CREDIT: number;
}
