import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Instant } from '#domain/instant.ts';
import type { FieldIds } from '#server/config/env.ts';
import { PROVIDER_FIELDS } from '#server/fields/lead-fields.ts';
import { type Refusal, refusals } from './airtable/errors.ts';
import { rateLimit } from './airtable/rate-limit.ts';
import { type Field, type FieldType, type Result, type StoredRecord, Table } from './airtable/table.ts';

export const FAKE = {
  token: 'patFAKE0000000000.secretoftests',
  baseId: 'appFAKE0000000000',
  table: 'Acquisition',
  tableId: 'tblFAKE0000000000',
  /** A column for each field that a lead has in the table. */
  fieldIds: Object.fromEntries(PROVIDER_FIELDS.map((name) => [name, `fld${name}`])) as FieldIds,
} as const;

/** How one request fails. 'none' lets it pass, 'penalty' answers 429; 'stored' faults come after the records were stored. */
export type Fault =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: unknown;
      readonly retryAfter?: string;
    }
  | { readonly kind: 'none' | 'hang' | 'close' | 'stored-hang' | 'stored-close' | 'penalty' }
  | { readonly kind: 'stored-status'; readonly status: number }
  | { readonly kind: 'latency'; readonly ms: number };

export interface RequestLog {
  readonly method: string;
  readonly path: string;
  /** On the fake's clock. */
  readonly at: Instant;
  readonly body: string;
  /** Undefined while no answer was sent. */
  status?: number;
}

export interface FakeOptions {
  readonly now?: () => Instant;
  readonly penaltyMs?: number;
  readonly port?: number;
  /** Fields the table lacks although the lead has them. */
  readonly without?: readonly string[];
  readonly types?: Readonly<Record<string, FieldType>>;
  /** Whether the token lacks the scope data.records:read. */
  readonly mayNotRead?: boolean;
  /** Whether the token's account may add records and not delete them. */
  readonly mayNotDelete?: () => boolean;
  readonly onRequest?: (entry: RequestLog) => void;
}

export interface FakeAirtable {
  readonly url: string;
  readonly records: readonly StoredRecord[];
  readonly requests: readonly RequestLog[];
  /** Queues a fault for the next request, or for the next `times` requests. */
  fail(fault: Fault, times?: number): void;
  /** Removes the queued faults. */
  heal(): void;
  /** Refuses from now on every record that holds this text in any field. */
  refuseValue(value: string): void;
  /** Changes fields as a person does in the provider's table, not through the API. */
  edit(recordId: string, fields: Readonly<Record<string, string>>): void;
  /** Deletes a record as a person does. */
  trash(recordId: string): void;
  /** Puts a record that was deleted by hand back, as a person does. */
  restore(recordId: string): void;
  /** Resolves once the condition holds; checked whenever a request arrives, is stored or is answered. */
  until(condition: () => boolean): Promise<void>;
  close(): Promise<void>;
}

/**
 * Airtable's record endpoints over HTTP on a free port, as strict as its public documentation; including endpoints that
 * the product must not use, so that a test can show that it does not.
 */
export async function startFakeAirtable(options: FakeOptions = {}): Promise<FakeAirtable> {
  const now = options.now ?? Date.now;
  const fields: Field[] = Object.entries(FAKE.fieldIds)
    .filter(([name]) => !options.without?.includes(name))
    .map(([name, id]) => ({ name, id, type: options.types?.[name] ?? 'text' }));
  const table = new Table(fields, now);
  const letThrough = rateLimit(now, options.penaltyMs);
  const requests: RequestLog[] = [];
  const faults: Fault[] = [];
  const watchers = new Set<() => void>();
  const changed = () => {
    for (const watcher of [...watchers]) watcher();
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const entry: RequestLog = { method, path: url, at: now(), body: await text(request) };
    requests.push(entry);
    const fault = faults.shift();
    changed();
    const answer = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
      entry.status = status;
      const json = typeof body === 'string' ? body : JSON.stringify(body);
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers }).end(json);
      options.onRequest?.(entry);
      changed();
    };
    const refuse = ({ status, body, headers }: Refusal) => answer(status, body, headers);

    if (fault?.kind === 'penalty') letThrough.close();
    if (fault?.kind === 'hang') return;
    if (fault?.kind === 'close') return void request.socket.destroy();
    if (fault?.kind === 'status') {
      const headers = fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter };
      return answer(fault.status, fault.body ?? '', headers);
    }
    if (fault?.kind === 'latency') await new Promise((resolve) => setTimeout(resolve, fault.ms));
    const place = placeOf(request);
    const refusal = place.refusal ?? (letThrough() ? undefined : refusals.tooFast);
    if (refusal) return refuse(refusal);
    const result = answerTo(method, place, request.headers['content-type'], entry.body);
    changed();
    if (fault?.kind === 'stored-hang') return;
    if (fault?.kind === 'stored-close') return void request.socket.destroy();
    if (fault?.kind === 'stored-status') return answer(fault.status, '');
    if (result.ok) answer(200, result.body);
    else refuse(result.refusal);
  }

  function answerTo(method: string, place: Permit, contentType: string | undefined, body: string): Result {
    const { below, search } = place;
    const reading = method === 'GET' || below === 'listRecords';
    if (reading && options.mayNotRead) return { ok: false, refusal: refusals.wrongModel };
    if (method === 'DELETE') {
      if (options.mayNotDelete?.()) return { ok: false, refusal: refusals.wrongModel };
      return below === '' ? table.removeSeveral(search.getAll('records[]')) : table.remove(below);
    }
    if (method === 'GET')
      return below === ''
        ? table.list(parametersOf(search))
        : table.get(below, search.get('returnFieldsByFieldId') === 'true');
    if (!/^application\/json\b/i.test(contentType ?? '')) return { ok: false, refusal: refusals.noRecords };
    const parsed = parseJson(body);
    if (parsed === undefined) return { ok: false, refusal: refusals.unreadable };
    if (below === 'listRecords') return table.list(parsed);
    if (method === 'POST') return table.create(parsed);
    const replace = method === 'PUT';
    return below === '' ? table.update(parsed, replace) : table.updateOne(below, parsed, replace);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy());
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    records: table.records,
    requests,
    fail: (fault, times = 1) => void faults.push(...Array<Fault>(times).fill(fault)),
    heal: () => void faults.splice(0),
    edit(recordId, fields) {
      table.edit(recordId, fields);
      changed();
    },
    trash(recordId) {
      table.trash(recordId);
      changed();
    },
    restore(recordId) {
      table.restore(recordId);
      changed();
    },
    refuseValue: (value) => void table.refusedValues.add(value),
    until: (condition) =>
      new Promise((resolve) => {
        const check = () => {
          if (!condition()) return;
          watchers.delete(check);
          resolve();
        };
        watchers.add(check);
        check();
      }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Permit {
  /** The path after the table: empty, `listRecords` or a record's id. */
  readonly below: string;
  readonly search: URLSearchParams;
  readonly refusal?: Refusal;
}

/** Checks token, base and table, as the provider does before it reads the body. */
function placeOf(request: IncomingMessage): Permit {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://fake');
  const [, version, base, table = '', below = '', ...rest] = pathname.split('/');
  const method = request.method ?? '';
  const refused = (refusal: Refusal): Permit => ({ below, search: searchParams, refusal });
  const { authorization } = request.headers;
  if (!authorization?.startsWith('Bearer ')) return refused(refusals.noToken);
  if (authorization !== `Bearer ${FAKE.token}`) return refused(refusals.wrongToken);
  const methods =
    below === 'listRecords'
      ? ['POST']
      : below === ''
        ? ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']
        : ['GET', 'PATCH', 'PUT', 'DELETE'];
  if (version !== 'v0' || !base || table === '' || rest.length > 0 || !methods.includes(method))
    return refused(refusals.noRoute);
  const tables: string[] = [FAKE.table, FAKE.tableId];
  if (base !== FAKE.baseId || !tables.includes(decodeURIComponent(table)))
    return refused(refusals.wrongModel);
  return { below, search: searchParams };
}

function parametersOf(search: URLSearchParams): Record<string, unknown> {
  return { ...Object.fromEntries(search), fields: search.getAll('fields[]') };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

if (import.meta.main) {
  const fake = await startFakeAirtable({
    port: Number(process.argv[2] ?? 0),
    onRequest: ({ method, path, status, body }) => console.log(`${method} ${path} ${status} ${body}`),
  });
  console.log(
    `AIRTABLE_API_URL=${fake.url}\nAIRTABLE_TOKEN=${FAKE.token}\nAIRTABLE_BASE_ID=${FAKE.baseId}\n` +
      `AIRTABLE_TABLE_ID=${FAKE.tableId}\n` +
      `AIRTABLE_FIELD_IDS=${Object.entries(FAKE.fieldIds)
        .map(([name, id]) => `${name}=${id}`)
        .join(',')}`,
  );
}
