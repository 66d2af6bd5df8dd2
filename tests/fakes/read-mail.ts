/** A parsed mail: unfolded headers and both bodies decoded. */
export interface ReadMail {
  header(name: string): string;
  readonly text: string;
  readonly html: string;
  /** The URLs in the text. */
  readonly links: readonly string[];
}

/** Parses a mail that nodemailer wrote: two alternatives, in quoted-printable or base64 (RFC 2045). */
export function readMail(raw: string): ReadMail {
  const lines = raw.replaceAll('\r\n', '\n');
  const head = lines.slice(0, lines.indexOf('\n\n')).replace(/\n[ \t]+/g, ' ');
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(head) ?? [];
  const parts = lines.split(`--${boundary}`).slice(1, -1).map(decodePart);
  const [text = '', html = ''] = parts;
  return {
    header: (name) => decodeWords(new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? ''),
    text,
    html,
    links: [...text.matchAll(/https?:\/\/\S+/g)].map(([link]) => link),
  };
}

/** The body of one part, with its headers in front, decoded by its transfer encoding. */
export function decodePart(part: string): string {
  const end = part.indexOf('\n\n');
  const body = part.slice(end + 2);
  const [, encoding = '7bit'] = /Content-Transfer-Encoding: (\S+)/i.exec(part.slice(0, end)) ?? [];
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  return encoding === 'quoted-printable' ? quoted(body.replace(/=\n/g, '')) : body;
}

function quoted(text: string): string {
  const latin = text.replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(latin, 'latin1').toString();
}

/** Decodes the encoded words of a header (RFC 2047). */
function decodeWords(header: string): string {
  return header
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString() : quoted(word.replaceAll('_', ' ')),
    );
}
