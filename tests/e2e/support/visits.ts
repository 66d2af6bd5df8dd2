import { get } from 'node:http';
import { text } from 'node:stream/consumers';

/** As a person's browser names itself; the tests' own says that nobody sits before it. */
export const PERSON = {
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
};

/** What such a browser says with a page that it shows, come from nowhere. */
export const NAVIGATION = {
  'user-agent': PERSON.userAgent,
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
};

/** The answer to one request with these headers alone, as a browser or a robot makes it. */
export function ask(url: string, headers: Readonly<Record<string, string>>): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (answer) => resolve(text(answer))).on('error', reject);
  });
}
