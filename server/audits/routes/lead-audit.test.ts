import { expect, test, vi } from 'vitest';
import { Secret } from '../../config/secrets.ts';
import { rateLimit } from '../../http/limits/rate-limit.ts';
import { signedLinks } from '../../messages/links.ts';
import type { AuditRouteDeps } from './deps.ts';
import { auditsOfNewLeads } from './lead-audit.ts';

test('a household that sends leads from all its networks has four clients’ share of the audits of a minute', async () => {
  const ask = vi.fn(async (_lead: unknown, _asked: { readonly asker: string }) => ({
    kind: 'queued' as const,
  }));
  const deps = {
    mode: 'full',
    leads: { ask },
    links: signedLinks(new Secret('a key')),
    limit: rateLimit(3, () => 0),
  };
  const askForAudit = auditsOfNewLeads(deps as unknown as AuditRouteDeps, { error: () => {} });
  for (let index = 0; index < 64; index += 1) {
    const address = `2001:db8:1:${(index % 16).toString(16)}::1`;
    await askForAudit({ id: String(index), email: 'zoe@example.ch' }, address, false);
  }
  expect(ask).toHaveBeenCalledTimes(12);
  // In the queue they are one.
  expect(new Set(ask.mock.calls.map(([, { asker }]) => asker)).size).toBe(1);
});
