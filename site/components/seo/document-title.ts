/** What search engines show of a title before they cut it, in characters. */
const SHOWN = 65;

/** A page's title as a tab and a search result show it: with the house's name, where it has room and is not said. */
export function documentTitle(title: string, brand: string): string {
  const whole = `${title} · ${brand}`;
  return title.includes(brand) || whole.length > SHOWN ? title : whole;
}
