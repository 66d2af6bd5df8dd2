import { mails } from '#content/mails.ts';
import { unbrokenWords } from '#domain/text.ts';

export interface MailLink {
  readonly label: string;
  readonly href: string;
}

/** A piece of a mail; a string is a paragraph. The text and the HTML version are made out of the same pieces. */
export type MailBlock =
  | string
  | { readonly heading: string }
  | { readonly list: readonly string[] }
  | { readonly facts: readonly (readonly [label: string, value: string])[] }
  /** Buttons; in a `main` block the first is emphasised, in a `quiet` one they are plain links. */
  | { readonly links: readonly MailLink[]; readonly main?: boolean; readonly quiet?: boolean };

/** A mail, to which its title and the house's signature are added. */
export interface MailBody {
  readonly subject: string;
  readonly title: string;
  readonly blocks: readonly MailBlock[];
}

/** The mail in words that no line's end breaks; what its links lead to stays as it is. */
export function unbrokenBody({ subject, title, blocks }: MailBody): MailBody {
  return { subject: unbrokenWords(subject), title: unbrokenWords(title), blocks: blocks.map(unbrokenBlock) };
}

function unbrokenBlock(block: MailBlock): MailBlock {
  if (typeof block === 'string') return unbrokenWords(block);
  if ('heading' in block) return { heading: unbrokenWords(block.heading) };
  if ('list' in block) return { list: block.list.map(unbrokenWords) };
  if ('facts' in block)
    return { facts: block.facts.map(([label, value]) => [unbrokenWords(label), unbrokenWords(value)]) };
  return { ...block, links: block.links.map(({ label, href }) => ({ label: unbrokenWords(label), href })) };
}

/** The mail as plain text, links written out. */
export function mailText({ title, blocks }: MailBody): string {
  return `${[title, ...blocks.map(textOf), `-- \n${mails.signature.join('\n')}`].join('\n\n')}\n`;
}

function textOf(block: MailBlock): string {
  if (typeof block === 'string') return block;
  if ('heading' in block) return block.heading;
  if ('list' in block) return block.list.map((item) => `- ${item}`).join('\n');
  const lines = 'facts' in block ? block.facts : block.links.map(({ label, href }) => [label, href] as const);
  return lines.map(([label, value]) => `${label}\u202f: ${value}`).join('\n');
}
