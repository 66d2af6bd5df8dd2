import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig, readEnvironment } from '#server/config/config.ts';
import { VISITING_NOBODY } from '../../support/program-environment.ts';

const root = join(import.meta.dirname, '../../..');

export interface RunningServer {
  /** Where the site is, e.g. `http://127.0.0.1:40123`. */
  readonly url: string;
  /** Holds this server's database and nothing else. */
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** Stops it as an operator would, and removes its data. */
  stop(): Promise<void>;
}

/** What `.env` may say of the operator's own provider and database never takes part in a test. */
const UNSET = ['DATABASE_URL', 'AIRTABLE_TOKEN', 'AIRTABLE_BASE_ID', 'TRUST_PROXY'];

/**
 * Starts what `npm start` starts, on free ports and with a database of its own.
 * It is built for the address that `npm start` would use, so that neither makes the other build again.
 * @param settings environment variables that differ from a default start
 */
export async function startServer(settings: Record<string, string> = {}): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'e2e-'));
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...Object.fromEntries(UNSET.map((name) => [name, ''])),
      PUBLIC_URL: loadConfig(readEnvironment(process.env)).publicUrl,
      HOST: '127.0.0.1',
      PORT: '0',
      OPS_PORT: '0',
      DATA_DIR: dataDir,
      LEADS_PER_MINUTE: '100000',
      ...VISITING_NOBODY,
      ...settings,
    },
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let stopping = false;
  let said = '';
  child.stderr.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-2000);
  });
  child.once('close', (code, signal) => {
    if (!stopping) console.error(`The server under test ended by itself (${code ?? signal}):\n${said}`);
  });
  const stop = async () => {
    stopping = true;
    child.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    return { url: await address(child), dataDir, process: child, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The address that the server prints once it listens; what it said instead, when it ended before. */
function address(child: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    child.stdout?.on('data', (chunk) => {
      said += chunk;
      const [url] = /http:\/\/\S+/.exec(said.slice(said.indexOf('ouvert : '))) ?? [];
      if (said.includes('ouvert : ') && url) resolve(url);
    });
    child.once('close', (code) =>
      reject(new Error(`the server ended with ${code} before listening:\n${said}`)),
    );
  });
}
