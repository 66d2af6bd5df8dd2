import { Client } from 'pg';

const PATIENCE_MS = 30_000;

/**
 * Opens a connection, runs `text` and closes the connection.
 * @param text one SQL statement or several, separated by semicolons
 * @returns the rows of a single statement; an empty list for several
 */
export async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows ?? [];
  } finally {
    await client.end();
  }
}

/**
 * Makes an empty database, or a copy of one that nobody is connected to.
 * @param url of any database of the cluster
 * @param template name of the one to copy
 * @returns the url of the new one
 */
export async function createDatabase(url: string, template = 'template1'): Promise<string> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  await query(url, `create database ${name} template ${template}`);
  return new URL(name, url).href;
}
