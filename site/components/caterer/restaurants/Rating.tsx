import { restaurants } from '#content/pages/restaurants.ts';
import { starOutline } from '../ornament/frames.ts';
import css from './Rating.module.css';

/** A rating out of 5, written with one eight-pointed star. */
export function Rating({ value }: { readonly value: number }) {
  return (
    <span className={css.rating}>
      <svg className={css.star} viewBox="-12 -12 24 24" aria-hidden="true">
        <path d={starOutline(8, 3, [0, 0], 11.5)} fill="currentColor" />
      </svg>
      <span className="visually-hidden">{restaurants.ratingLabel} </span>
      {value.toFixed(1)}
      <span className="visually-hidden"> {restaurants.ratingOf}</span>
    </span>
  );
}
