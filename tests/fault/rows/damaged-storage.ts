import fc from 'fast-check';
import type { Lead } from '#domain/lead.ts';
import { toPending } from '#site/lead/pending-lead.ts';
import { keepLead, type PendingDeps } from '#site/lead/pending-list.ts';
import { sendPending } from '#site/lead/send-pending.ts';
import { fakeBrowser } from '../../fakes/browser.ts';
import { someLead, someLeads } from '../../fakes/leads.ts';
import { NOTHING_SENT, type Row } from '../harness/row.ts';

const CASES = 12;
const MEBIBYTE = 1024 * 1024;

/** What a browser may hold under `pending_leads` or do when asked, and the entries in it that can still be sent. */
interface Damage {
  readonly stored?: string;
  readonly valid: readonly Lead[];
  readonly storage?: (store: PendingDeps['store']) => PendingDeps['store'];
  /** Whether this browser can write the list at all. */
  readonly writable: boolean;
}

const refuse = (name: string) => () => {
  throw new DOMException('no', name);
};

function cases(): Damage[] {
  const lead = someLead();
  const entry = toPending(lead, Date.now());
  const list = (...entries: unknown[]) => JSON.stringify(entries);
  const nothing = { valid: [], writable: true };
  const damages: Damage[] = [
    { ...nothing, stored: '{' },
    { ...nothing, stored: '' },
    { ...nothing, stored: 'null' },
    { ...nothing, stored: '42' },
    { ...nothing, stored: '"pending"' },
    { valid: [lead], writable: true, stored: JSON.stringify(entry) },
    { valid: [lead], writable: true, stored: list(null, 7, [], 'x', { leadId: 3 }, entry) },
    { valid: [lead], writable: true, stored: list({ ...entry, leadId: 'no uuid', email: 9 }, entry) },
    { valid: [lead], writable: true, stored: `[{"__proto__":{"polluted":true}},${JSON.stringify(entry)}]` },
    { valid: [lead], writable: true, stored: list('x'.repeat(5 * MEBIBYTE), entry) },
    {
      valid: [lead],
      writable: false,
      stored: list(entry),
      storage: (store) => store && { ...store, setItem: refuse('QuotaExceededError') },
    },
    { valid: [], writable: false, storage: () => undefined },
  ];
  if (damages.length !== CASES) throw new Error(`${damages.length} cases, not ${CASES}`);
  return damages;
}

export const damagedStorage: Row = {
  name: 'damaged-storage',
  fault:
    'pending_leads damaged: not JSON, wrong types, null, 5 MB, quota, __proto__, storage disabled; and fuzzed',
  unit: 'fuzzed lists, and 12 cases',
  dose: { full: 1_000, quick: 100 },
  bar: 'no throw, valid entries kept until acknowledged',
  async run({ dose, random, broken }) {
    for (const damage of cases()) broken.push(...(await survives(damage)));
    const runs = { numRuns: dose, seed: random.within(1, 2 ** 30) };
    const anything = fc.array(fc.oneof(fc.constant(undefined), fc.jsonValue(), pendingLike()), {
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(anything, async (drawn) => {
        const valid = someLeads(drawn.filter((entry) => entry === undefined).length);
        const sound = valid.map((lead, index) => toPending(lead, index))[Symbol.iterator]();
        const entries = drawn.map((entry) => (entry === undefined ? sound.next().value : entry));
        const found = await survives({ stored: JSON.stringify(entries), valid, writable: true });
        if (found.length > 0) throw new Error(found.join('; '));
      }),
      runs,
    );
    return { ...NOTHING_SENT, note: 'the browser’s own code over a fake of its storage' };
  },
};

/** Entries that nearly are leads. */
function pendingLike() {
  const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null));
  return fc.record(
    { name: value, email: value, userId: value, url: value, id: value, leadId: value, __proto__: value },
    { requiredKeys: [] },
  );
}

/** Keeps one more lead, finds no network, then finds it again: what was sound must outlive all but the last. */
async function survives({ stored, valid, storage, writable }: Damage): Promise<string[]> {
  const said: string[] = [];
  const sent: string[] = [];
  let online = false;
  const { deps } = fakeBrowser(async (lead) => {
    if (online) sent.push(lead.id);
    return { kind: online ? 'acknowledged' : 'none' };
  }, stored);
  const browser: PendingDeps = { ...deps, store: storage ? storage(deps.store) : deps.store };
  const added = someLead();
  const what = (stored ?? 'no storage').slice(0, 80);
  try {
    const kept = await keepLead(browser, added);
    if (kept !== writable) said.push(`${what}: said it was ${kept ? '' : 'not '}kept`);
    await sendPending(browser);
    const held = browser.store?.getItem('pending_leads') ?? '';
    for (const lead of [...valid, ...(kept ? [added] : [])])
      if (!held.includes(lead.id)) said.push(`${what}: lost ${lead.id}`);
    online = true;
    await sendPending(browser);
    for (const { id } of valid) if (!sent.includes(id)) said.push(`${what}: never sent ${id}`);
    if ('polluted' in {}) said.push(`${what}: polluted every object`);
  } catch (error) {
    said.push(`${what}: threw ${error}`);
  }
  return said;
}
