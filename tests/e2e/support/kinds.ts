/** Pages where something plays by itself, and what: they may load its code once they have been painted. */
export const EFFECT_PAGES: Readonly<Record<string, string>> = {
  '/': 'the night grid behind the two cards, whose delay the specification sets',
  '/flow': 'the silk behind the cards, whose speed and amplitude the specification sets',
  '/home': 'the sparkles about the word mark, whose number the specification sets',
  '/splash-cursor': 'the fluid that the page is there to show',
  '/validation': 'the confetti of the last step, whose pieces and length the specification sets',
};

/** Pages that show a picture above the fold, which is more to paint than the words alone. */
export const HERO_PAGES: readonly string[] = ['/sales', '/introduction'];

/** The floor's name among the pages, by the browser it was measured in. */
export function floorOf(webgl: boolean): string {
  return webgl ? 'floor with WebGL' : 'floor';
}
