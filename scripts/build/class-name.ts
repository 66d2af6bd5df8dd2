import { createHash } from 'node:crypto';

/**
 * The class that a name in a CSS module becomes, the same wherever its component is rendered: at build, in the browser
 * and by the server.
 * @param name as the module says it
 * @param file the module; what stands before `site/` does not count
 */
export function className(name: string, file: string): string {
  const path = file.replaceAll('\\', '/').replace(/^.*\/site\//, 'site/');
  return `${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 3)}`;
}
