/** What robots.txt files name us by. */
export const AGENT = 'oui-48-audit';

/** @param publicUrl where a site's owner can read who we are */
export function agentString(publicUrl: string): string {
  return `Mozilla/5.0 (compatible; ${AGENT}/1; +${publicUrl})`;
}
