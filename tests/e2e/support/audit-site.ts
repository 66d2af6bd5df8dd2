import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Picture } from '#server/audits/facts/picture.ts';
import type { AuditRun } from '#server/audits/queue/engine.ts';
import type { Audit } from '#server/audits/run-audit.ts';
import { serve } from '#server/serve.ts';
import { createLog } from '#server/system/log.ts';
import { someFacts } from '../../fakes/audit-engine.ts';
import { MEASURED } from '../../fixtures/audits/measured.ts';
import { temporaryFolder } from '../../service/temporary-folder.ts';

const root = join(import.meta.dirname, '../../..');

/** What a visitor's site looks like on a phone. */
const PHONE: Picture = {
  name: 'phone',
  type: 'image/jpeg',
  width: 390,
  height: 844,
  bytes: readFileSync(join(root, 'site/assets/media/apres-mobile.jpg')),
};

const FILM = [1, 2, 3, 4, 5, 6].map(
  (number): Picture => ({ ...PHONE, name: `film-${number}`, atMs: number * 600 }),
);

/** A visit that the test leads, step by step. */
export interface Visit {
  readonly url: string;
  readonly begin: (...step: Parameters<AuditRun['onStep']>) => void;
  readonly takePicture: () => void;
  /** The site was seen, or the visit ended so. */
  readonly end: (end?: Audit['facts']['visit']['end']) => void;
  /** The site was seen in a browser, and filmed; it meets few points. */
  readonly endMeasured: () => void;
}

/** The built site on a server of its own whose audits visit nobody. */
export async function startAuditSite() {
  const visits: Visit[] = [];
  const server = await serve({
    environment: { PORT: '0', OPS_PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(temporaryFolder(), 'data') },
    siteDir: join(root, 'dist'),
    log: createLog({ write: () => {} }),
    auditEngine: ({ url }, { onStep }) =>
      new Promise((resolve) => {
        const pictures: Picture[] = [];
        visits.push({
          url,
          begin: onStep,
          takePicture() {
            pictures.push(PHONE);
            onStep({ step: 'phone', picture: PHONE });
          },
          end(end = 'seen') {
            const measuredAt = new Date().toISOString();
            const visit = { end, ...(end === 'seen' && { status: 200 }) };
            resolve({ facts: someFacts(url, { measuredAt, visit }), pictures });
          },
          endMeasured() {
            const { http } = someFacts(url);
            const facts = someFacts(url, {
              measuredAt: new Date().toISOString(),
              browser: MEASURED,
              ...(http && { http: { ...http, compression: '', ttfbMs: 1_900, httpLeadsToHttps: false } }),
            });
            resolve({ facts, pictures: [PHONE, ...FILM] });
          },
        });
      }),
  });
  onTestFinished(() => server.stop());
  return { url: server.url, visits };
}
