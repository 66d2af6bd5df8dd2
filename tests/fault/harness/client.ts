import type { Lead } from '#domain/lead.ts';
import { relatives } from '../../fakes/leads.ts';
import type { SentLead } from './words.ts';

/** Visitors, and the log of what they were told: the only source of the word « acknowledged ». */
export interface Client {
  /** By the id that the visitor's browser gave. */
  readonly acknowledged: ReadonlyMap<string, SentLead>;
  /** The same of every lead, whether it was acknowledged or not. */
  readonly sent: ReadonlyMap<string, SentLead>;
  /** How often each status came; 0 stands for no answer. */
  readonly statuses: ReadonlyMap<number, number>;
  /** When each request that got no answer was sent, as of performance.now(). */
  readonly unanswered: number[];
  /** The longest that an answer, or its absence, took, in milliseconds. */
  slowestMs(): number;
  /** Sends one lead once; resolves with the status, or 0 when no answer came. Every tenth goes by form. */
  send(url: string, lead?: Lead): Promise<number>;
  sendJson(url: string, lead: Lead): Promise<number>;
  /** Sends so many new leads, once each, several abreast; stops early when `signal` aborts. */
  burst(url: string, count: number, options?: BurstOptions): Promise<void>;
}

export interface BurstOptions {
  readonly abreast?: number;
  readonly signal?: AbortSignal;
}

const TIMEOUT_MS = 30_000;
const TAKEN = [200, 201, 303];

export function newClient(): Client {
  const acknowledged = new Map<string, SentLead>();
  const sent = new Map<string, SentLead>();
  const next = relatives();
  const statuses = new Map<number, number>();
  const unanswered: number[] = [];
  let posts = 0;
  let slowest = 0;

  async function send(url: string, given?: Lead, byForm = ++posts % 10 === 0): Promise<number> {
    const drawn = given ?? next();
    // One person who sends the same by form twice on one day is one lead.
    const lead = byForm ? { ...drawn, name: `${drawn.name} ${posts}` } : drawn;
    const said: SentLead = byForm ? { name: lead.name, email: lead.email } : lead;
    sent.set(lead.id, said);
    const started = performance.now();
    const status = await post(`${url}/api/leads`, lead, byForm);
    slowest = Math.max(slowest, performance.now() - started);
    if (status === 0) unanswered.push(started);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (TAKEN.includes(status)) acknowledged.set(lead.id, said);
    return status;
  }

  return {
    acknowledged,
    sent,
    statuses,
    unanswered,
    slowestMs: () => slowest,
    send,
    sendJson: (url, lead) => send(url, lead, false),
    async burst(url, count, { abreast = 16, signal } = {}) {
      let left = count;
      const lane = async () => {
        while (left > 0 && !signal?.aborted) {
          left -= 1;
          await send(url);
        }
      };
      await Promise.all(Array.from({ length: abreast }, lane));
    },
  };
}

async function post(address: string, { status: _, ...lead }: Lead, byForm: boolean): Promise<number> {
  const body = byForm ? new URLSearchParams({ name: lead.name, email: lead.email }) : JSON.stringify(lead);
  const type = byForm ? 'application/x-www-form-urlencoded' : 'application/json';
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': type, accept: byForm ? 'text/html' : 'application/json' },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}
