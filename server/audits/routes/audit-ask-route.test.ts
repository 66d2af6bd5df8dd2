import { expect, onTestFinished, test, vi } from 'vitest';
import { Secret } from '../../config/secrets.ts';
import { rateLimit } from '../../http/limits/rate-limit.ts';
import { signedLinks } from '../../messages/links.ts';
import { auditsOfNewLeads } from './audit-ask-route.ts';
import type { AuditRouteDeps } from './audit-read-routes.ts';

function asking(permits: number) {
  const ask = vi.fn(async (_lead: unknown, _asked: { readonly asker: string }) => ({
    kind: 'queued' as const,
  }));
  const deps = {
    mode: 'full',
    leads: { ask },
    links: signedLinks(new Secret('a key')),
    limit: rateLimit(permits, () => 0),
  };
  return { ask, askForAudit: auditsOfNewLeads(deps as unknown as AuditRouteDeps, { error: () => {} }) };
}

const lead = (index: number) => ({ id: String(index), email: 'zoe@example.ch' });

test('a household that sends leads from all its networks has four clients’ share of the audits of a minute', async () => {
  const { ask, askForAudit } = asking(3);
  for (let index = 0; index < 64; index += 1) {
    const address = `2001:db8:1:${(index % 16).toString(16)}::1`;
    await askForAudit(lead(index), address, false);
  }
  expect(ask).toHaveBeenCalledTimes(12);
  // In the queue they are one.
  expect(new Set(ask.mock.calls.map(([, { asker }]) => asker)).size).toBe(1);
});

test('a flood of leads from everywhere asks for twenty audits a second, and a client beyond its share takes none of them', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { ask, askForAudit } = asking(1);
  for (let index = 0; index < 100; index += 1) await askForAudit(lead(index), '192.0.2.1', false);
  expect(ask).toHaveBeenCalledTimes(1);
  const flood = async () => {
    for (let index = 0; index < 100; index += 1)
      await askForAudit(lead(1_000 + index), `198.${index}.${ask.mock.calls.length}.1`, false);
  };
  await flood();
  expect(ask).toHaveBeenCalledTimes(20);
  vi.advanceTimersByTime(1_001);
  await flood();
  expect(ask).toHaveBeenCalledTimes(40);
});
