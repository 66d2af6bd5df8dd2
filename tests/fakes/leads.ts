import type { Lead } from '#domain/lead.ts';

/** A lead whose id, e-mail and session are its own. */
export function someLead(overrides: Partial<Lead> = {}): Lead {
  const id = crypto.randomUUID();
  return {
    id,
    name: 'Zoé Müller',
    email: `zoe-${id}@example.ch`,
    userId: `usr_${id.slice(0, 8)}`,
    url: 'http://localhost/sales',
    status: 'Cold',
    ...overrides,
  };
}

export function someLeads(count: number): Lead[] {
  return Array.from({ length: count }, () => someLead());
}

/** Sends a lead as the site's script does, without its status, which the server decides. */
export function postLead(
  url: string,
  { status: _, ...lead }: Lead & { readonly proof?: string },
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}/api/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(lead),
  });
}

/** Ways in which one person sends several leads under one e-mail. */
const AGAIN: readonly ((first: Lead) => Partial<Lead>)[] = [
  () => ({}),
  // A correction.
  ({ name }) => ({ name: `${name}-Favre` }),
  // From another page.
  () => ({ url: 'http://localhost/' }),
  // With the e-mail in another case.
  ({ email }) => ({ email: email.replace('zoe', 'Zoe') }),
  // On another device.
  () => ({ userId: `usr_${crypto.randomUUID().slice(0, 8)}` }),
];

/** Up to five leads of one person, in the order in which they were sent. */
export function family(size: number): Lead[] {
  const first = someLead();
  return AGAIN.slice(0, size).map((again) => ({ ...first, id: crypto.randomUUID(), ...again(first) }));
}

const SIZES = [1, 3, 1, 2, 5, 1];
const ABREAST = 30;
const AT_ONCE = 20;

/**
 * A stream of leads: half of the people send one, the others several, mostly a little later, sometimes at once.
 * @returns a function that gives the next one
 */
export function relatives(): () => Lead {
  let made = 0;
  let given = 0;
  const families: Lead[][] = Array.from({ length: ABREAST }, () => []);
  let last = 0;
  return () => {
    const at = given % AT_ONCE === 0 && families[last]?.length ? last : given % ABREAST;
    given += 1;
    last = at;
    if (!families[at]?.length) families[at] = family(SIZES[made++ % SIZES.length] ?? 1);
    return families[at]?.shift() ?? someLead();
  };
}

export function relatedLeads(count: number): Lead[] {
  const next = relatives();
  return Array.from({ length: count }, () => next());
}
