/**
 * What the proxy's log keeps of an address: as set in deploy/nginx and deploy/caddy, which
 * tests/deploy/privacy.rest.test.ts compares.
 */
export const proxyLog = { ipv4Bits: 24, ipv6Bits: 32 } as const;
