import { decimal } from '#content/audit-figures.ts';
import { audit } from '#content/pages/audit.ts';
import type { LoadingRow, LoadingView } from '../../report/loading-view.ts';
import type { ReportPicture } from './picture.ts';

const words = audit.report.loading;
const RULE = 10;

interface Frame extends ReportPicture {
  readonly atMs: number;
}

interface Props {
  readonly view: LoadingView;
  readonly pictures: readonly ReportPicture[];
}

/** The load as a filmstrip, and in numbers for those who cannot see it and those who want to know. */
export function Loading({ view: { lcpMs, rows }, pictures }: Props) {
  const frames = pictures.filter((picture): picture is Frame => picture.atMs !== undefined);
  const endMs = frames.at(-1)?.atMs ?? 0;
  const here = lcpMs === undefined ? -1 : frames.findIndex(({ atMs }) => atMs >= lcpMs);
  return (
    <section className="loading">
      <h2>{words.title}</h2>
      {frames.length > 0 && (
        <ol className="film" aria-label={words.film}>
          {frames.map((frame, at) => (
            <li key={frame.atMs} className={at === here ? 'here' : undefined}>
              <Picture frame={frame} endMs={endMs} />
              <b>{`${decimal(frame.atMs / 1_000, 1)}\u00a0s`}</b>
              {at === here && <span> {words.contentHere}</span>}
            </li>
          ))}
        </ol>
      )}
      <Table rows={rows} />
    </section>
  );
}

/** One picture over a line that is filled as far as its instant. */
function Picture({ frame, endMs }: { readonly frame: Frame; readonly endMs: number }) {
  const { address, width, height, atMs } = frame;
  const line = { y: height + RULE, height: RULE };
  return (
    <svg viewBox={`0 0 ${width} ${height + 2 * RULE}`} aria-hidden="true">
      <image href={address} width={width} height={height} />
      <rect className="edge" width={width} height={height} fill="none" />
      <rect className="rest" {...line} width={width} />
      <rect className="rule" {...line} width={Math.round((width * atMs) / endMs)} />
    </svg>
  );
}

function Table({ rows }: { readonly rows: readonly LoadingRow[] }) {
  const onDesktop = rows.some(({ desktop }) => desktop !== undefined);
  return (
    <table>
      <caption>{words.table}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{words.phone}</th>
          {onDesktop && <th scope="col">{words.desktop}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, phone, desktop }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{phone}</td>
            {onDesktop && <td>{desktop}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
