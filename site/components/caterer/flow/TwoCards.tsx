import type { ReactNode } from 'react';
import { flow } from '#content/pages/flow.ts';
import { attr, SILK } from '../../../markup.ts';
import { Couscous, Olives } from '../food/Plates.tsx';
import { Tea } from '../food/Sweets.tsx';
import { lobedArch } from '../ornament/frames.ts';
import { eightfold, tenfold } from '../ornament/strapwork.ts';
import { WeavePattern } from '../ornament/Weave.tsx';
import { paint } from '../palette.ts';
import { MarketStand } from '../scenes/MarketStand.tsx';
import css from './TwoCards.module.css';

const weave = eightfold(20, 3);
const tableWeave = tenfold(46, 5);
const arch = lobedArch(28, 8, 344, 400, 6);

interface CardProps {
  readonly words: (typeof flow.cards)[keyof typeof flow.cards];
  readonly children: ReactNode;
}

/** As specified, a card is no link: it leads nowhere. */
function Card({ words, children }: CardProps) {
  return (
    <li className={css.card}>
      <div className={css.picture}>{children}</div>
      <div className={css.words}>
        <h2 className={css.title}>{words.title}</h2>
        <p>{words.text}</p>
        <ul className={css.details}>
          {words.details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      </div>
    </li>
  );
}

/** The house in two cards on silk: what it brings to you, and where you come to it. */
export function TwoCards() {
  return (
    <div className={css.page}>
      <div className={css.silk} {...attr(SILK)} />
      <div className={css.head}>
        <h1 className={css.headline}>{flow.headline}</h1>
        <p className={css.lead}>{flow.lead}</p>
      </div>
      <ul className={css.cards}>
        <Card words={flow.cards.catering}>
          <TableTop />
          <Couscous className={`${css.dish} ${css.couscous}`} />
          <Olives className={`${css.dish} ${css.olives}`} />
          <Tea className={`${css.dish} ${css.tea}`} />
        </Card>
        <Card words={flow.cards.sales}>
          <svg className={css.stand} viewBox="0 0 400 408" preserveAspectRatio="xMidYMax" aria-hidden="true">
            <defs>
              <WeavePattern id="card-wall" weave={weave} opacity={0.55} />
              <clipPath id="card-arch">
                <path d={arch} />
              </clipPath>
            </defs>
            <path d={`M-200-400H600V408H-200Z${arch}`} fill="url(#card-wall)" fillRule="evenodd" />
            <g clipPath="url(#card-arch)">
              <MarketStand />
            </g>
            <path d={arch} fill="none" stroke={paint.night} strokeWidth="9" />
            <path d={arch} fill="none" stroke={paint.saffron} strokeWidth="2.2" />
          </svg>
        </Card>
      </ul>
    </div>
  );
}

/** The inlaid wood of a table, a ten-fold star in its middle, lit by a lamp. */
function TableTop() {
  return (
    <svg
      className={css.table}
      viewBox="-190 -190 380 380"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <defs>
        <WeavePattern id="card-table" weave={tableWeave} stars={paint.fig} />
        <radialGradient id="card-lamp">
          <stop offset="0" stopColor={paint.saffron} stopOpacity=".5" />
          <stop offset="1" stopColor={paint.saffron} stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect x="-400" y="-400" width="800" height="800" fill={paint.plum} />
      <rect x="-400" y="-400" width="800" height="800" fill="url(#card-table)" />
      <circle r="230" fill="url(#card-lamp)" />
    </svg>
  );
}
