import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * What `make` makes from `inputs`, made once for the same inputs and kept in `dir` under their hash.
 * @param dir a folder that may be thrown away at any time
 */
export async function cached(
  dir: string,
  inputs: readonly (string | Uint8Array)[],
  make: () => Promise<Buffer>,
): Promise<Buffer> {
  const hash = createHash('sha256');
  for (const input of inputs) hash.update(String(input.length)).update('\n').update(input);
  const path = join(dir, hash.digest('hex').slice(0, 32));
  const known = await readFile(path).catch(() => undefined);
  if (known) return known;
  const made = await make();
  await mkdir(dir, { recursive: true });
  // Two builds may make the same thing: each writes its own and moves it into place whole.
  const aside = `${path}-${process.pid}`;
  await writeFile(aside, made);
  await rename(aside, path);
  return made;
}
