import { aptUnpack, UNPACKED } from '../support/apt.ts';
import { findProxy, PROXIES, type ProxyName } from './find.ts';

export interface MissingProxy {
  readonly engine: ProxyName;
  /** French, for the closing lines. */
  readonly why: string;
}

/** The Debian packages that hold a proxy's program, and the settings it comes with. */
const PACKAGES: Record<ProxyName, readonly string[]> = { nginx: ['nginx', 'nginx-common'], caddy: ['caddy'] };

/** Fetches the proxies that this machine lacks, without installing them, and says which could not be had. */
export function ensureProxies(): MissingProxy[] {
  return PROXIES.flatMap((proxy) => {
    if (findProxy(proxy) !== undefined) return [];
    console.error(`${proxy} est introuvable : téléchargement…`);
    const why = aptUnpack(PACKAGES[proxy], UNPACKED);
    return findProxy(proxy) === undefined ? [{ engine: proxy, why: why ?? 'il ne démarre pas' }] : [];
  });
}
