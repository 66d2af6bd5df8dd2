import { locations } from '#content/locations.ts';
import { restaurants } from '#content/pages/restaurants.ts';
import { unbrokenAddress } from '#domain/text.ts';
import { Arrow } from '../../ui/Arrow.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { PhoneLink } from '../../ui/PhoneLink.tsx';
import css from './Arcade.module.css';
import { Hours } from './Hours.tsx';
import { Rating } from './Rating.tsx';
import { Window } from './Window.tsx';

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
