export interface MailLink {
  readonly label: string;
  readonly href: string;
}

/** A piece of a mail; the text and the HTML version are made out of the same pieces. */
export type MailBlock =
  | { readonly type: 'title' | 'text' | 'heading'; readonly text: string }
  | { readonly type: 'list'; readonly items: readonly string[] }
  | { readonly type: 'facts'; readonly facts: readonly (readonly [label: string, value: string])[] }
  /** Buttons; in a `main` block the first is emphasised. */
  | { readonly type: 'links'; readonly links: readonly MailLink[]; readonly main?: boolean }
  | { readonly type: 'signature'; readonly lines: readonly string[] };

export interface MailBody {
  readonly subject: string;
  readonly blocks: readonly MailBlock[];
}

/** The mail as plain text, links written out. */
export function mailText({ blocks }: MailBody): string {
  return `${blocks.map(textOf).join('\n\n')}\n`;
}

function textOf(block: MailBlock): string {
  switch (block.type) {
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n');
    case 'facts':
      return block.facts.map(([label, value]) => `${label}\u202f: ${value}`).join('\n');
    case 'links':
      return block.links.map(({ label, href }) => `${label}\u202f: ${href}`).join('\n');
    case 'signature':
      return `-- \n${block.lines.join('\n')}`;
    default:
      return block.text;
  }
}
