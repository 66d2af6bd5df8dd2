import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import type { Output } from './command.ts';
import { safeJson, safeLines } from './print/safe-text.ts';

/** The terminal, or whatever the output is sent to; nothing that is stored or fetched can send it commands. */
export const terminal: Output = {
  line: (text) => void process.stdout.write(`${safeLines(text)}\n`),
  json: (value) => void process.stdout.write(`${safeJson(value)}\n`),
  async raw(text) {
    // A file gets the text unchanged; for a terminal, control characters are replaced.
    const shown = process.stdout.isTTY ? safeLines(text) : text;
    if (!process.stdout.write(shown)) await once(process.stdout, 'drain');
  },
};

/** Asks on stderr, so that stdout holds only the answer. */
export async function askTerminal(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  try {
    return await Promise.race([lines.question(question), ended]);
  } finally {
    lines.close();
  }
}

/** Exits quietly when the reader closes the pipe, as `| head` does. */
export function endWithTheReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}
