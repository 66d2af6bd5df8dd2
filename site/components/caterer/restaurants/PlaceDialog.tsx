import type { locations } from '#content/locations.ts';
import { restaurants } from '#content/pages/restaurants.ts';
import { unbrokenAddress } from '#domain/text.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { dial, PhoneLink } from '../../ui/PhoneLink.tsx';
import { starOutline } from '../ornament/frames.ts';
import { paint } from '../palette.ts';
import { SCENE, Scene } from '../scenes/Scene.tsx';
import { Hours } from './Hours.tsx';
import css from './PlaceDialog.module.css';
import { Rating } from './Rating.tsx';

const middle = [SCENE.width / 2, SCENE.height * 0.52] as const;
const star = starOutline(8, 2, middle, 196);
const halo = starOutline(8, 2, middle, 205);

/** All about one place, at its own address `/restaurants#{id}`. */
export function PlaceDialog({ place }: { readonly place: (typeof locations)[number] }) {
  const { id, name, badge, image, openingHours, phone, address, googleMapsUrl } = place;
  const facts = [
    [restaurants.hours, <Hours hours={openingHours} />],
    [restaurants.address, unbrokenAddress(address)],
    [restaurants.phone, <PhoneLink phone={phone} />],
  ] as const;
  return (
    <Dialog
      id={id}
      title={name}
      closeLabel={restaurants.close}
      wide
      above={
        badge && (
          <p className={css.badge}>
            <Badge look={badge.look}>{badge.detail}</Badge>
          </p>
        )
      }
    >
      <div className={css.inside}>
        <svg className={css.picture} viewBox={`-8 ${middle[1] - 208} 416 416`} aria-hidden="true">
          <clipPath id={`star-${id}`}>
            <path d={star} />
          </clipPath>
          <g clipPath={`url(#star-${id})`}>
            <Scene name={image} />
          </g>
          <path d={star} fill="none" stroke={paint.saffron} strokeWidth="2.5" />
          <path d={halo} fill="none" stroke={paint.saffron} strokeWidth="1" />
        </svg>
        <div>
          <p className={css.kind}>
            {place.type}, {place.location} · <Rating value={place.rating} />
          </p>
          <p className={css.text}>{place.description}</p>
          <dl className={css.facts}>
            {facts.map(([name, fact]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{fact}</dd>
              </div>
            ))}
          </dl>
          {googleMapsUrl ? (
            <Button href={googleMapsUrl} newTab wide>
              {restaurants.maps}
            </Button>
          ) : (
            <Button href={dial(phone)} wide>
              {restaurants.call}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
