import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Booking } from '#domain/booking.ts';
import type { Instant } from '#domain/instant.ts';
import type { Lead } from '#domain/lead.ts';
import { OWN_PAGE } from '#domain/own-page.ts';
import { precompress } from '#scripts/support/precompress.ts';
import type { AuditEngine } from '#server/audits/process/audit-protocol.ts';
import type { Environment } from '#server/config/env.ts';
import type { Network } from '#server/outgoing/network.ts';
import { type Server, serve } from '#server/serve.ts';
import { createLog } from '#server/system/log.ts';
import { fakeEngine } from '../fakes/audit-engine.ts';
import { newSqliteFile } from '../support/new-sqlite.ts';
import { type AtEnd, temporaryFolder } from './temporary-folder.ts';

export const PAGE = `<!doctype html><title>Vente</title>${'<p>Bonjour</p>'.repeat(200)}`;

const SITE: Readonly<Record<string, string>> = {
  'index.html': '<title>Accueil</title>',
  'sales/index.html': PAGE,
  'introduction/index.html':
    '<title>Étape 2</title></head><script>bonjour()</script><ol data-steps=""></ol><a href="/rendez-vous">Réserver</a><section id="audit" class="a"><noscript data-audit-told=""></noscript><form><noscript data-audit-why=""></noscript><input type="hidden" data-audit-lead="" name="lead"/></form></section>',
  'validation/index.html':
    '<title>Étape 3</title><ol data-steps=""></ol><section id="appel" class="c" data-not-booked=""><h1>Un mot</h1></section><div id="message"><a href="/">valider</a></div>',
  'og/sales.png': 'png',
  '404.html': `<title>Perdu</title>${'<p>Oops!</p>'.repeat(100)}`,
  '_astro/island.Ab12Cd34.js': 'export const a = 1;\n'.repeat(50),
  'films/offre.mp4': '0123456789',
  'robots.txt': 'User-agent: *',
  '.well-known/security.txt': 'Contact: mailto:a@example.ch',
  '.stamp': 'secret of the build',
  [OWN_PAGE.file]: `<html lang="fr-CH"><title>${OWN_PAGE.title}</title><style>main{}</style>${OWN_PAGE.step[2].join('<ol data-steps="">2</ol>')}${OWN_PAGE.step[3].join('<ol data-steps="">3</ol>')}<main>${OWN_PAGE.main}</main>`,
};

export interface TestServer extends Server {
  readonly dataDir: string;
  /** Everything logged so far. */
  log(): string;
}

/**
 * The real server on ports of its own, with a small built site; stopped when the test ends.
 * @param now what bookings hold for now
 * @param auditEngine what visits sites for audits; nobody is visited unless given
 * @param network the way out to the owner's calendar
 * @param booking how a call is asked for
 */
export async function startServer(
  environment: Environment = {},
  now?: () => Instant,
  auditEngine: AuditEngine = fakeEngine().engine,
  network?: Network,
  booking?: Booking,
): Promise<TestServer> {
  const dataDir = environment.DATA_DIR ?? join(temporaryFolder(), 'data');
  if (environment.DATA_DIR === undefined && !environment.DATABASE_URL) await newSqliteFile(dataDir);
  const lines: string[] = [];
  const log = createLog({ write: (line: string) => void lines.push(line) });
  log.level = 'trace';
  const server = await serve({
    environment: { PORT: '0', OPS_PORT: '0', ...environment, DATA_DIR: dataDir },
    siteDir: await builtSite(),
    log,
    ...(now !== undefined && { now }),
    auditEngine,
    // No test sends a request after it has ended.
    lingerMs: 0,
    ...(network !== undefined && { network }),
    ...(booking !== undefined && { booking }),
  });
  onTestFinished(() => server.stop());
  return { ...server, dataDir, log: () => lines.join('') };
}

/** Made once in each process, as it is compressed at the strongest quality. */
let site: Promise<string> | undefined;

/** A folder that looks like a build of the site, precompressed. */
export async function builtSite(atEnd: AtEnd = onTestFinished): Promise<string> {
  site ??= buildSite();
  const folder = temporaryFolder(atEnd);
  cpSync(await site, folder, { recursive: true });
  return folder;
}

async function buildSite(): Promise<string> {
  const folder = temporaryFolder((act) => process.once('exit', act));
  for (const [path, text] of Object.entries(SITE)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  await precompress(folder);
  return folder;
}

/** A lead as the browser sends it. */
export function someLead(overrides: Partial<Lead> = {}): Omit<Lead, 'status'> {
  return {
    id: crypto.randomUUID(),
    name: 'Zoé Müller',
    email: 'zoe@example.ch',
    userId: 'usr_abc123def456',
    url: 'http://localhost/sales',
    ...overrides,
  };
}

type Headers = Readonly<Record<string, string>>;

/** What a browser accepts when it opens a page. */
export const HTML: Headers = { accept: 'text/html,application/xhtml+xml' };

/** Posts JSON as a page's script does. @param body text is sent as it is */
export function sendJson(address: string, body: unknown, headers: Headers = {}) {
  return fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Posts a form as a browser without JavaScript does; redirects are not followed. */
export function sendForm(address: string, fields: Readonly<Record<string, string>> = {}, headers = HTML) {
  return fetch(address, { method: 'POST', headers, body: new URLSearchParams(fields), redirect: 'manual' });
}

export const postJson = (url: string, body: unknown, headers: Headers = {}) =>
  sendJson(`${url}/api/leads`, body, headers);

export const postForm = (url: string, fields: Readonly<Record<string, string>>, headers: Headers = {}) =>
  sendForm(`${url}/api/leads`, fields, { ...HTML, ...headers });
