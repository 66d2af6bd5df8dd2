import { lcpText } from '#content/audit-figures.ts';
import { audit } from '#content/pages/audit.ts';
import { BARS } from '#domain/audit-bars.ts';

const words = audit.report.scale;

const [GOOD, POOR] = BARS.lcpMs;
/** The scale ends here, or where a slower page does. In milliseconds. */
const SHORTEST = 6_000;
const WIDTH = 320;
const BAR = 8;
const TOP = 14;

/** A bar from 0 ms on, in three parts (good, in between, slow), with a mark at the largest contentful paint (LCP). */
export function Scale({ lcpMs }: { readonly lcpMs: number }) {
  const end = Math.max(SHORTEST, lcpMs * 1.1);
  const x = (ms: number) => Math.round((ms / end) * WIDTH * 10) / 10;
  const parts = [
    [0, GOOD, words.good, 1],
    [GOOD, POOR, words.middling, 0.5],
    [POOR, end, words.slow, 0.2],
  ] as const;
  const at = Math.min(x(lcpMs), WIDTH - 2);
  return (
    <svg className="scale" viewBox={`0 0 ${WIDTH} 42`} role="img" aria-label={words.alt(lcpText(lcpMs))}>
      {parts.map(([from, to, name, opacity]) => (
        <g key={name}>
          <rect
            x={x(from)}
            y={TOP}
            width={x(to) - x(from) - 2}
            height={BAR}
            fill="currentColor"
            opacity={opacity}
          />
          <text x={x(from)} y={38}>
            {name}
          </text>
        </g>
      ))}
      <path
        d={`M${at} ${TOP + BAR + 4}V4m-5 -4h10l-5 7z`}
        fill="currentColor"
        stroke="currentColor"
        strokeWidth={2}
      />
    </svg>
  );
}
