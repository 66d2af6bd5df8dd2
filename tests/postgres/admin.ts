import { Client } from 'pg';

const PATIENCE_MS = 30_000;

/** Runs one statement over a connection of its own. */
export async function query(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/**
 * Makes an empty database.
 * @param url of any database of the cluster
 * @returns the url of the new one
 */
export async function createDatabase(url: string): Promise<string> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  await query(url, `create database ${name}`);
  return new URL(name, url).href;
}
