import type { Warning } from './warning.ts';

/** Networks wider than these belong to nobody's proxies: what is believed then is whatever a visitor says. */
const WIDEST = { ipv4: 8, ipv6: 16 };

/**
 * What is wrong with the trust in proxies, for a site that its visitors reach by `publicUrl`. TLS always ends at a
 * proxy here: with https there is one, whether it was named or not.
 */
export function proxyWarnings(publicUrl: string | undefined, trustProxy: readonly string[]): Warning[] {
  const warnings: Warning[] = [];
  const tooWide = trustProxy.filter(isTooWide);
  if (publicUrl?.startsWith('https:') && trustProxy.length === 0)
    warnings.push({
      text:
        `PUBLIC_URL=${publicUrl} est en https et TRUST_PROXY manque : tous les visiteurs semblent venir du serveur frontal et se partagent LEADS_PER_MINUTE. ` +
        'Ce qui est reçu est gardé ; au-delà, le navigateur garde la demande et la renvoie. Donnez l’adresse du serveur frontal, par exemple TRUST_PROXY=127.0.0.1.',
      delaysLeads: true,
    });
  if (tooWide.length > 0)
    warnings.push({
      text:
        `TRUST_PROXY=${tooWide.join(',')} croit tout le monde : un robot se donne une autre adresse à chaque demande et aucune limite ne le retient. ` +
        'Les contacts enregistrés sont intacts. Ne donnez que l’adresse du serveur frontal, par exemple TRUST_PROXY=127.0.0.1.',
      delaysLeads: false,
    });
  return warnings;
}

function isTooWide(network: string): boolean {
  const [address = '', length] = network.split('/');
  return length !== undefined && Number(length) < WIDEST[address.includes(':') ? 'ipv6' : 'ipv4'];
}
