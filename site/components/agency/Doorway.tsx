import type { ReactNode } from 'react';
import { agency, caterer } from '#content/business.ts';
import { doorway } from '#content/pages/doorway.ts';
import { Arrow } from '../ui/Arrow.tsx';
import css from './Doorway.module.css';
import { Arcs } from './drawings/Arcs.tsx';
import { Rosette } from './drawings/Rosette.tsx';

/** Two halves of one spread. The disc on the spine belongs to both: half concert poster, half zellige. */
export function Doorway() {
  return (
    <div className={css.spread}>
      <h1 className={css.headline}>
        <span data-house="agency">{doorway.headline.agency} </span>
        <span data-house="caterer">{doorway.headline.caterer}</span>
      </h1>
      <House house="agency" href="/" words={agency}>
        <Arcs />
      </House>
      <House house="caterer" href="/home" words={caterer}>
        <Rosette />
      </House>
    </div>
  );
}

interface HouseProps {
  readonly house: 'agency' | 'caterer';
  readonly href: string;
  readonly words: { readonly brand: string; readonly tagline: string };
  /** Its half of the disc, as shapes about the origin, radius 480. */
  readonly children: ReactNode;
}

function House({ house, href, words, children }: HouseProps) {
  return (
    <section className={`${css.house} ${css[house]}`} data-house={house}>
      <svg
        className={css.disc}
        viewBox="-480 -480 960 960"
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
      >
        {children}
      </svg>
      <h2 className={css.name}>{words.brand}</h2>
      <p className={css.tagline}>{words.tagline}</p>
      <a className={css.enter} href={href}>
        {doorway.enter[house]}
        <Arrow moves />
      </a>
      <ul className={css.links}>
        {doorway.links[house].map(({ href, label }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
