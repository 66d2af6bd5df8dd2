import { locations } from '#content/locations.ts';
import { restaurants } from '#content/pages/restaurants.ts';
import { unbrokenAddress } from '#domain/text.ts';
import { Arrow } from '../../ui/Arrow.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { PhoneLink } from '../../ui/PhoneLink.tsx';
import { lobedArch } from '../ornament/frames.ts';
import { eightfold } from '../ornament/strapwork.ts';
import { WeavePattern } from '../ornament/Weave.tsx';
import { paint } from '../palette.ts';
import { SCENE, Scene, type SceneName } from '../scenes/Scene.tsx';
import css from './Arcade.module.css';
import { Hours } from './Hours.tsx';
import { Rating } from './Rating.tsx';

/** The three places, as three arches of one arcade. */
export function Arcade() {
  return (
    <div className={css.page}>
      <div className={css.head}>
        <h1 className={css.title}>{restaurants.headline}</h1>
        <p className={css.lead}>{restaurants.lead}</p>
      </div>
      <ul className={css.arcade}>
        {locations.map((place) => (
          <li key={place.id} className={css.place}>
            <div className={css.window}>
              <Window name={place.image} className={css.picture} />
              {place.badge && (
                <div className={css.badge}>
                  <Badge look={place.badge.look}>{place.badge.list}</Badge>
                </div>
              )}
            </div>
            <div className={css.facts}>
              <h2 className={css.name}>{place.name}</h2>
              <p className={css.kind}>
                {place.type} · <Rating value={place.rating} />
              </p>
              <Hours hours={place.openingHours} />
              <p className={css.address}>{unbrokenAddress(place.address)}</p>
              <p>
                <PhoneLink phone={place.phone} className={css.phone} />
              </p>
              <a className={css.see} href={`#${place.id}`} aria-label={`${restaurants.see}, ${place.name}`}>
                {restaurants.see}
                <Arrow moves />
              </a>
            </div>
          </li>
        ))}
      </ul>
      <p className={css.holidays}>{restaurants.holidays}</p>
    </div>
  );
}

const weave = eightfold(17, 2.6);
const arch = lobedArch(28, 16, SCENE.width - 56, SCENE.height - 30, 6);
const { width, height } = SCENE;

/** A place seen through a lobed arch, the wall around it woven in lines of saffron. */
function Window({ name, className }: { readonly name: SceneName; readonly className?: string | undefined }) {
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
