import { get } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { serve } from '#server/serve.ts';
import { createLog } from '#server/system/log.ts';
import { storedRows } from '../support/stored-rows.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { builtSite, postJson, someLead } from './test-server.ts';

const NAVIGATION = {
  'user-agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0',
  'sec-fetch-dest': 'document',
  'sec-fetch-site': 'cross-site',
  referer: 'https://www.exemple.ch/',
};

/** By node:http, as fetch says itself that it is no navigation. */
const visit = (url: string) =>
  new Promise((resolve) => {
    get(url, { headers: { ...NAVIGATION, 'sec-fetch-mode': 'navigate' } }, (answer) =>
      answer.resume().once('end', resolve),
    );
  });

test.each([true, false])(
  'what is counted when the switch says %s is written by the time the server has stopped',
  async (countsVisits) => {
    const DATA_DIR = temporaryFolder();
    const environment = { PORT: '0', OPS_PORT: '0', AUDITS: 'off', DATA_DIR };
    const log = createLog({ write: () => {} });
    const server = await serve({ environment, siteDir: await builtSite(), log, countsVisits });
    onTestFinished(() => server.stop());
    await visit(`${server.url}/sales`);
    await postJson(server.url, { ...someLead(), url: `${server.url}/sales?utm_source=lettre` });
    await server.stop();
    expect(storedRows(DATA_DIR, 'select page, source, step, count from visit_counts')).toEqual(
      countsVisits ? [{ page: '/sales', source: 'exemple.ch', step: 'visit', count: 1 }] : [],
    );
    const source = countsVisits ? 'lettre' : null;
    expect(storedRows(DATA_DIR, 'select page, source from leads')).toEqual([{ page: '/sales', source }]);
  },
);
