import { lcpText } from '#content/audit-figures.ts';
import { audit } from '#content/pages/audit.ts';
import { BARS } from '#domain/audit-bars.ts';
import type { ReportView } from '../../report/report-view.ts';
import type { ReportPicture } from './picture.ts';
import { Scale } from './scale.tsx';

const words = audit.report;
const [GOOD] = BARS.lcpMs;

interface Props {
  readonly view: ReportView;
  /** When it was measured, in words. */
  readonly date: string;
  readonly phone: ReportPicture | undefined;
}

/** What is read first: whose site, what costs it most, how it looks on a phone, and how late its content is there. */
export function Head({ view: { host, headline, tally, loading }, date, phone }: Props) {
  // A time that is well is no news: it is among the other measures.
  const lcpMs = loading?.lcpMs !== undefined && loading.lcpMs > GOOD ? loading.lcpMs : undefined;
  const [value, unit] = lcpText(lcpMs ?? 0).split('\u00a0');
  return (
    <header className={phone === undefined ? 'head' : 'head pictured'}>
      <h1>
        <span>{words.eyebrow}</span>
        {host}
      </h1>
      <p className="verdict">
        {headline}
        {tally !== '' && <span>{tally}</span>}
      </p>
      {phone && (
        <p className="phone">
          <img src={phone.address} width={phone.width} height={phone.height} alt={words.pictureAlt(host)} />
        </p>
      )}
      {lcpMs !== undefined && (
        <>
          <p className="second">
            <b>
              {value}
              <small>{`\u00a0${unit}`}</small>
            </b>
            <span>{words.untilContent}</span>
          </p>
          <Scale lcpMs={lcpMs} />
        </>
      )}
      <p className="date">{date}</p>
    </header>
  );
}
