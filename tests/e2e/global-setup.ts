import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { FAKE, startFakeAirtable } from '../fakes/airtable.ts';
import { airtableEnvironment } from '../fakes/airtable-settings.ts';
import { startServer } from './support/server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Origin of the one server that all browser tests visit. */
    siteUrl: string;
    /** Folder of its database. */
    dataDir: string;
    /** Answers with the fake Airtable's records, as JSON. */
    airtableRecordsUrl: string;
  }
}

/** Builds the site if it is stale, and serves it for the whole run: a real server before a fake Airtable. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const airtable = await startFakeAirtable();
  const server = await startServer({
    ...airtableEnvironment(airtable),
    AIRTABLE_TABLE: FAKE.table,
  }).catch(async (error) => {
    await airtable.close();
    throw error;
  });
  const records = createServer((_, response) => response.end(JSON.stringify(airtable.records)));
  await new Promise<void>((listening) => records.listen(0, '127.0.0.1', listening));

  project.provide('siteUrl', server.url);
  project.provide('dataDir', server.dataDir);
  project.provide('airtableRecordsUrl', `http://127.0.0.1:${(records.address() as AddressInfo).port}`);
  return async () => {
    await server.stop();
    await airtable.close();
    records.close();
  };
}
