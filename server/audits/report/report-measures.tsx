import { decimal, lcpText } from '#content/audit-figures.ts';
import { audit } from '#content/pages/audit.ts';
import { BARS } from '#domain/audit.ts';
import type { LoadingView } from './report-view.ts';

const loadingWords = audit.report.loading;
const RULE = 10;

interface Frame extends ReportPicture {
  readonly atMs: number;
}

/** The load as a filmstrip, and in numbers for those who cannot see it and those who want to know. */
export function Loading({
  view: { lcpMs, rows },
  pictures,
}: {
  readonly view: LoadingView;
  readonly pictures: readonly ReportPicture[];
}) {
  const frames = pictures.filter((picture): picture is Frame => picture.atMs !== undefined);
  const endMs = frames.at(-1)?.atMs ?? 0;
  const here = lcpMs === undefined ? -1 : frames.findIndex(({ atMs }) => atMs >= lcpMs);
  return (
    <section className="loading">
      <h2>{loadingWords.title}</h2>
      {frames.length > 0 && (
        <ol className="film" aria-label={loadingWords.film}>
          {frames.map((frame, at) => (
            <li key={frame.atMs} className={at === here ? 'here' : undefined}>
              <FramePicture frame={frame} endMs={endMs} />
              <b>{`${decimal(frame.atMs / 1_000, 1)}\u00a0s`}</b>
              {at === here && <span> {loadingWords.contentHere}</span>}
            </li>
          ))}
        </ol>
      )}
      <LoadingTable rows={rows} />
    </section>
  );
}

/** One picture over a line that is filled as far as its instant. */
function FramePicture({ frame, endMs }: { readonly frame: Frame; readonly endMs: number }) {
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

function LoadingTable({ rows }: { readonly rows: LoadingView['rows'] }) {
  const onDesktop = rows.some(({ desktop }) => desktop !== undefined);
  return (
    <table>
      <caption>{loadingWords.table}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{loadingWords.phone}</th>
          {onDesktop && <th scope="col">{loadingWords.desktop}</th>}
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

const hostWords = audit.report.hosts;
const HOST_BAR = 14;
const HATCH = 'tiers';

/** What each host weighs: a table whose rows are bars; those of others are hatched, and say so. */
export function Hosts({ all }: { readonly all: LoadingView['hosts'] }) {
  if (all.length === 0) return undefined;
  return (
    <section className="hosts">
      <h2>{hostWords.title}</h2>
      <svg className="defs" width={0} height={0} aria-hidden="true">
        <defs>
          <pattern
            id={HATCH}
            width={6}
            height={6}
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width={3} height={6} fill="currentColor" />
          </pattern>
        </defs>
      </svg>
      <table>
        <thead>
          <tr>
            <th scope="col">{hostWords.host}</th>
            <th scope="col">{hostWords.weight}</th>
            <th scope="col">{hostWords.requests}</th>
          </tr>
        </thead>
        <tbody>
          {all.map(({ name, weight, requests, thirdParty, share }) => (
            <tr key={name}>
              <th scope="row">
                {name}
                {thirdParty && <small> {hostWords.third}</small>}
                <svg width="100%" height={HOST_BAR} aria-hidden="true">
                  <rect
                    width={`${Math.max(0.5, Math.round(share * 1_000) / 10)}%`}
                    height={HOST_BAR}
                    fill={thirdParty ? `url(#${HATCH})` : 'currentColor'}
                  />
                </svg>
              </th>
              <td>{weight}</td>
              <td>{requests}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {all.some(({ thirdParty }) => thirdParty) && <p className="legend">{hostWords.own}</p>}
    </section>
  );
}

const scaleWords = audit.report.scale;

const [GOOD, POOR] = BARS.lcpMs;
/** The scale ends here, or where a slower page does. In milliseconds. */
const SHORTEST = 6_000;
const SCALE_WIDTH = 320;
const SCALE_BAR = 8;
const SCALE_TOP = 14;

/** A bar from 0 ms on, in three parts (good, in between, slow), with a mark at the largest contentful paint (LCP). */
export function Scale({ lcpMs }: { readonly lcpMs: number }) {
  const end = Math.max(SHORTEST, lcpMs * 1.1);
  const x = (ms: number) => Math.round((ms / end) * SCALE_WIDTH * 10) / 10;
  const parts = [
    [0, GOOD, scaleWords.good, 1],
    [GOOD, POOR, scaleWords.middling, 0.5],
    [POOR, end, scaleWords.slow, 0.2],
  ] as const;
  const at = Math.min(x(lcpMs), SCALE_WIDTH - 2);
  return (
    <svg
      className="scale"
      viewBox={`0 0 ${SCALE_WIDTH} 42`}
      role="img"
      aria-label={scaleWords.alt(lcpText(lcpMs))}
    >
      {parts.map(([from, to, name, opacity]) => (
        <g key={name}>
          <rect
            x={x(from)}
            y={SCALE_TOP}
            width={x(to) - x(from) - 2}
            height={SCALE_BAR}
            fill="currentColor"
            opacity={opacity}
          />
          <text x={x(from)} y={38}>
            {name}
          </text>
        </g>
      ))}
      <path
        d={`M${at} ${SCALE_TOP + SCALE_BAR + 4}V4m-5 -4h10l-5 7z`}
        fill="currentColor"
        stroke="currentColor"
        strokeWidth={2}
      />
    </svg>
  );
}

/** A picture beside the report's page. */
export interface ReportPicture {
  readonly name: string;
  readonly address: string;
  /** Pixels of the file. */
  readonly width: number;
  readonly height: number;
  /** Of a frame of the film: milliseconds since the navigation began. */
  readonly atMs: number | undefined;
}
