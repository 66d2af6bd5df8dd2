/** Words that lead somewhere: a route of this site (`/…`), an address of a page or of a mailbox. */
export interface Link {
  readonly text: string;
  readonly href: string;
}

/** A sentence, or the runs it is made of where some of its words are links. */
export type Text = string | readonly (string | Link)[];

export interface Definition {
  readonly term: string;
  readonly description: Text;
}

/** What a section is made of. Nothing here is HTML: the page template decides what each block becomes. */
export type Block =
  | { readonly type: 'paragraph'; readonly text: Text }
  | { readonly type: 'list'; readonly ordered: boolean; readonly items: readonly Text[] }
  | {
      readonly type: 'table';
      readonly caption: string;
      readonly head: readonly string[];
      /** Each row has as many cells as `head`; its first cell names the row. */
      readonly rows: readonly (readonly Text[])[];
    }
  | { readonly type: 'definitions'; readonly entries: readonly Definition[] };

export interface LegalSection {
  /** Also the fragment of its address. */
  readonly id: string;
  readonly heading: string;
  readonly blocks: readonly Block[];
}

export interface LegalDocument {
  /** The route, without its slash. */
  readonly slug: string;
  readonly title: string;
  /** For search engines: at most 155 characters. */
  readonly description: string;
  /** ISO date of the wording in force. */
  readonly updated: string;
  readonly intro: Text;
  readonly sections: readonly LegalSection[];
}

/** The runs of a text, whichever way it was written. */
export function runs(text: Text): readonly (string | Link)[] {
  return typeof text === 'string' ? [text] : text;
}

export const link = (text: string, href: string): Link => ({ text, href });

/** A mailbox, shown as it is written. */
export const mail = (address: string): Link => ({ text: address, href: `mailto:${address}` });

/** A number that a phone can call; everything but digits and the plus sign is dropped from the address. */
export const phoneLink = (number: string): Link => ({
  text: number,
  href: `tel:${number.replace(/[^\d+]/g, '')}`,
});

export const paragraph = (text: Text): Block => ({ type: 'paragraph', text });

export const list = (...items: Text[]): Block => ({ type: 'list', ordered: false, items });

export const steps = (...items: Text[]): Block => ({ type: 'list', ordered: true, items });

export const definitions = (...entries: Definition[]): Block => ({ type: 'definitions', entries });

export const table = (
  caption: string,
  head: readonly string[],
  ...rows: readonly (readonly Text[])[]
): Block => ({ type: 'table', caption, head, rows });
