import { audit } from '#content/pages/audit.ts';
import type { Instant } from '#domain/instant.ts';
import { Button } from '#site/components/ui/Button.tsx';
import { Definitions } from '../../http/pages/definitions.tsx';
import type { OwnPage } from '../../http/pages/template.ts';
import { frenchTime } from '../../system/french-time.ts';
import type { ReportView } from '../report/report-view.ts';
import { BOOK_HREF } from './pages.tsx';
import { Checks } from './report/checks.tsx';
import { Handover } from './report/handover.tsx';
import { Head } from './report/head.tsx';
import { Hosts } from './report/hosts.tsx';
import { Loading } from './report/loading.tsx';
import type { ReportPicture } from './report/picture.ts';
import { Remedies } from './report/remedies.tsx';

export interface ReportPage {
  readonly view: ReportView;
  readonly pictures: readonly ReportPicture[];
  /** Address of the report itself, absolute. */
  readonly address: string;
  readonly expiresAt: Instant;
  readonly now: Instant;
}

const words = audit.report;
/** A site changes: from here on the report says that it is of another day. In milliseconds. */
const OLD_MS = 7 * 86_400_000;

/** The report: its head, three remedies, every point by theme, how it loads, what to hand over, the conditions. */
export function reportPage({ view, pictures, address, expiresAt, now }: ReportPage): OwnPage {
  const { host, measuredAt, loading } = view;
  return {
    title: words.title(host),
    main: (
      <article className="report">
        <Head
          view={view}
          date={frenchTime(measuredAt)}
          phone={pictures.find(({ name }) => name === 'phone')}
        />
        {now - measuredAt > OLD_MS && (
          <p role="note" className="old">
            {words.old}
          </p>
        )}
        <Remedies chosen={view.remedies} />
        <p className="call">
          <Button href={BOOK_HREF} wide>
            {words.book}
          </Button>
        </p>
        <Checks view={view} />
        {loading && (
          <div className="measures">
            <Loading view={loading} pictures={pictures} />
            <Hosts all={loading.hosts} />
          </div>
        )}
        <Handover view={view} address={address} until={frenchTime(expiresAt)} />
        <Conditions view={view} expiresAt={expiresAt} />
      </article>
    ),
  };
}

function Conditions({ view, expiresAt }: Pick<ReportPage, 'view' | 'expiresAt'>) {
  const { date, expires, once } = words.conditions;
  return (
    <section className="conditions">
      <h2>{words.conditionsTitle}</h2>
      <p className="once">{once}</p>
      <Definitions
        rows={[[date, frenchTime(view.measuredAt)], ...view.conditions, [expires, frenchTime(expiresAt)]]}
      />
      <p className="quiet">{words.privacy}</p>
      <p className="again">
        <a href="/introduction#audit">{words.another}</a>
      </p>
    </section>
  );
}
