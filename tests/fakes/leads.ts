import type { Lead } from '#domain/lead.ts';

/** A lead of its own: nobody else has its id, its e-mail or its session. */
export function someLead(overrides: Partial<Lead> = {}): Lead {
  const id = crypto.randomUUID();
  return {
    id,
    name: 'Zoé Müller',
    email: `zoe+${id}@example.ch`,
    userId: `usr_${id.slice(0, 8)}`,
    url: 'http://localhost/sales',
    status: 'Cold',
    ...overrides,
  };
}

export function someLeads(count: number): Lead[] {
  return Array.from({ length: count }, () => someLead());
}
