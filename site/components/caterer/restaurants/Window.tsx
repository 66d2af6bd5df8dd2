import { lobedArch } from '../ornament/frames.ts';
import { eightfold } from '../ornament/strapwork.ts';
import { WeavePattern } from '../ornament/Weave.tsx';
import { paint } from '../palette.ts';
import { SCENE, Scene, type SceneName } from '../scenes/Scene.tsx';

const weave = eightfold(17, 2.6);
const arch = lobedArch(28, 16, SCENE.width - 56, SCENE.height - 30, 6);
const { width, height } = SCENE;

/** A place seen through a lobed arch, the wall around it woven in lines of saffron. */
export function Window({
  name,
  className,
}: {
  readonly name: SceneName;
  readonly className?: string | undefined;
}) {
  const wall = `M0 0H${width}V${height}H0Z${arch}`;
  return (
    <svg className={className} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <defs>
        <WeavePattern id={`wall-${name}`} weave={weave} strokeWidth={0.9} opacity={0.6} />
        <clipPath id={`arch-${name}`}>
          <path d={arch} />
        </clipPath>
      </defs>
      <g clipPath={`url(#arch-${name})`}>
        <Scene name={name} />
      </g>
      <path d={wall} fill={paint.night} fillRule="evenodd" />
      <path d={wall} fill={`url(#wall-${name})`} fillRule="evenodd" />
      <path d={arch} fill="none" stroke={paint.night} strokeWidth="9" />
      <path d={arch} fill="none" stroke={paint.saffron} strokeWidth="2.2" />
      <path d={`M1 1H${width - 1}V${height - 1}H1Z`} fill="none" stroke={paint.saffron} strokeWidth="1.4" />
    </svg>
  );
}
