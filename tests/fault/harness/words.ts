/** A lead as far as the one who sent it knows it: the address of a form's page is the service's to fill in. */
export interface SentLead {
  readonly name: string;
  readonly email: string;
  readonly url?: string;
}

/** Where the form without JavaScript stands. */
const FORM_PAGE = '/sales';

/** What a lead says, as every strategy writes it: two leads may say the same, from two devices. */
export function wordsOf({ name, email, url }: SentLead): string {
  return JSON.stringify([name, email, url === undefined ? FORM_PAGE : pathOf(url)]);
}

/** The same of a record, by the fields that are given. */
export function wordsIn({ Name = '', Email = '', URL: url = '' }: Readonly<Record<string, string>>): string {
  return JSON.stringify([Name, Email, pathOf(url)]);
}

/** How often each is said. */
export function tallied(words: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of words) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

function pathOf(url: string): string {
  return URL.parse(url)?.pathname ?? url;
}
