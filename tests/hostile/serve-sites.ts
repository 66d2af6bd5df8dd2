// A process of its own: the audited sites, each at ports 80 and 443 of its own number, and their name server.
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:net';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificates } from '../fixtures/audits/certificates.ts';
import { numberOf, serversOf } from '../fixtures/audits/internet.ts';
import { openNameServer } from './name-server.ts';
import { NAME_SERVER } from './network.ts';
import { AUDITED } from './sites.ts';

const BESIDE = 10;

// Elsewhere these sites would have processors of their own: here they give way to the product.
setPriority(BESIDE);
const names = Object.keys(AUDITED);
const folder = mkdtempSync(join(tmpdir(), 'oui-48-'));
const certificates = makeCertificates(
  folder,
  names.map((name) => `${name}.test`),
);
rmSync(folder, { recursive: true });
await listen(serversOf(AUDITED, certificates).plain, 80, '0.0.0.0');
for (const [index, [name, site]] of Object.entries(AUDITED).entries()) {
  const { tls = 'valid' } = site;
  if (tls !== 'none') await listen(serversOf({ [name]: site }, certificates)[tls], 443, numberOf(index));
}
const numbers = names.map((name, index) => [`${name}.test`, [numberOf(index)]] as const);
await openNameServer(NAME_SERVER, new Map(numbers));
process.on('disconnect', () => process.exit());
process.send?.('open');

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
}
