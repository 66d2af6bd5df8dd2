import type { APIRoute } from 'astro';
import { security } from '#content/security.ts';

/** How to report a weakness (RFC 9116). */
export const GET: APIRoute = ({ site }) =>
  new Response(
    [
      `Contact: mailto:${security.contact}`,
      `Expires: ${security.expires}T00:00:00Z`,
      'Preferred-Languages: fr, en',
      `Canonical: ${new URL('/.well-known/security.txt', site).href}`,
      '',
    ].join('\n'),
  );
