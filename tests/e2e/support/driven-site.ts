import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Secret } from '#server/config/secrets.ts';
import { type LinkPurpose, signedLinks } from '#server/messages/links.ts';
import { serve } from '#server/serve.ts';
import { createLog } from '#server/system/log.ts';
import { readMail } from '../../fakes/read-mail.ts';
import { storedRows } from '../../support/stored-rows.ts';
import { drivenAudits, type Visit } from './driven-audits.ts';
import { eventually } from './eventually.ts';
import { mailsTo } from './mails.ts';
import { dist } from './site.ts';

/** A page that the server has made, as it answered with it. */
export interface ServerPage {
  readonly url: string;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** The built site on a server of its own, which a test brings into one state after another. */
export interface DrivenSite {
  readonly url: string;
  /** The page at `path`, or the one that a form is answered with there. */
  read(path: string, form?: Record<string, string>): Promise<ServerPage>;
  /** Sends JSON; resolves with the JSON that is answered. */
  send(path: string, body: object): Promise<Record<string, string>>;
  /** Path and query of the link in a mail to `address` that contains `part`. */
  linkTo(address: string, part: string): Promise<string>;
  /** The path of a page behind a link that a mail may have. */
  linkFor(purpose: LinkPurpose, id: string): string;
  /** Has a booked call wait for the word of its mailbox. */
  haveWait(id: string): void;
  /** Sets what bookings hold for now. */
  setNow(instant: string): void;
  /** The visits of audits, which visit nobody. */
  readonly visits: readonly Visit[];
  close(): Promise<void>;
}

const YEAR_MS = 365 * 24 * 60 * 60_000;

/** Starts one; the page's headers that its look depends on are kept. */
export async function startDrivenSite(): Promise<DrivenSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'driven-'));
  const { visits, engine } = drivenAudits();
  let now = Date.now();
  const server = await serve({
    environment: { PORT: '0', OPS_PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir },
    siteDir: dist,
    log: createLog({ write: () => {} }),
    now: () => now,
    auditEngine: engine,
  });
  return {
    url: server.url,
    linkFor(purpose, id) {
      const [key] = storedRows<{ value: string }>(
        dataDir,
        "select value from secrets where name = 'message-links'",
      );
      return `/suivi/${signedLinks(new Secret(key?.value ?? '')).sign(purpose, id, Date.now() + YEAR_MS)}`;
    },
    haveWait(id) {
      const db = new DatabaseSync(join(dataDir, 'leads.sqlite'), { timeout: 5_000 });
      db.prepare("update bookings set held = 'waiting' where id = ?").run(id);
      db.close();
    },
    visits,
    setNow: (instant) => {
      now = Date.parse(instant);
    },
    async read(path, form) {
      const response = await fetch(server.url + path, {
        headers: { accept: 'text/html' },
        ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      });
      const { url, status } = response;
      const kept = ['content-type', 'content-security-policy'];
      const headers = Object.fromEntries(kept.map((name) => [name, response.headers.get(name) ?? '']));
      return { url, status, headers, body: await response.text() };
    },
    async send(path, body) {
      const response = await fetch(server.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const answer = (await response.json()) as Record<string, string>;
      if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
      return answer;
    },
    linkTo: (address, part) =>
      eventually(() => {
        const links = mailsTo(address, dataDir).flatMap((mail) => readMail(mail).links);
        const link = links.find((one) => one.includes(part));
        if (link === undefined) throw new Error(`no mail to ${address} leads to ${part}`);
        const { pathname, search } = new URL(link);
        return pathname + search;
      }),
    async close() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
