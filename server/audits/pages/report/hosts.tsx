import { audit } from '#content/pages/audit.ts';
import type { HostView } from '../../report/loading-view.ts';

const words = audit.report.hosts;
const BAR = 14;
const HATCH = 'tiers';

/** What each host weighs: a table whose rows are bars; those of others are hatched, and say so. */
export function Hosts({ all }: { readonly all: readonly HostView[] }) {
  if (all.length === 0) return undefined;
  return (
    <section className="hosts">
      <h2>{words.title}</h2>
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
            <th scope="col">{words.host}</th>
            <th scope="col">{words.weight}</th>
            <th scope="col">{words.requests}</th>
          </tr>
        </thead>
        <tbody>
          {all.map(({ name, weight, requests, thirdParty, share }) => (
            <tr key={name}>
              <th scope="row">
                {name}
                {thirdParty && <small> {words.third}</small>}
                <svg width="100%" height={BAR} aria-hidden="true">
                  <rect
                    width={`${Math.max(0.5, Math.round(share * 1_000) / 10)}%`}
                    height={BAR}
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
      {all.some(({ thirdParty }) => thirdParty) && <p className="legend">{words.own}</p>}
    </section>
  );
}
