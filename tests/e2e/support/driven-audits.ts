import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PagePicture } from '#server/audits/audit-facts.ts';
import type { AuditEngine, AuditRun } from '#server/audits/process/audit-protocol.ts';
import type { VisitResult } from '#server/audits/process/run-audit.ts';
import { someFacts } from '../../fakes/audit-engine.ts';
import { MEASURED } from '../../fixtures/audits/measured.ts';

const picture = join(import.meta.dirname, '../../../site/assets/media/apres-mobile.jpg');

/** What a visitor's site looks like on a phone. */
const PHONE: PagePicture = {
  name: 'phone',
  type: 'image/jpeg',
  width: 390,
  height: 844,
  bytes: readFileSync(picture),
};

const FILM = [1, 2, 3, 4, 5, 6].map(
  (number): PagePicture => ({ ...PHONE, name: `film-${number}`, atMs: number * 600 }),
);

/** A visit that the test drives, step by step. */
export interface Visit {
  readonly url: string;
  readonly begin: (...step: Parameters<AuditRun['onStep']>) => void;
  readonly takePicture: () => void;
  /** The site was seen, or the visit ended so. */
  readonly end: (end?: VisitResult['facts']['visit']['end']) => void;
  /** The site was seen in a browser, and filmed; it meets few points. */
  readonly endMeasured: () => void;
}

/** An engine whose visits go nowhere; the test drives each of them, in the order in which they began. */
export function drivenAudits(): { readonly visits: readonly Visit[]; readonly engine: AuditEngine } {
  const visits: Visit[] = [];
  const engine: AuditEngine = ({ url }, { onStep }) =>
    new Promise((resolve) => {
      const pictures: PagePicture[] = [];
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
    });
  return { visits, engine };
}
