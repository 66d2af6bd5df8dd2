import css from './Compare.module.css';
import { valueText } from './compare.ts';

/** One picture in both crops, by address. */
export interface Pictures {
  readonly avif: string;
  readonly jpg: string;
  readonly phone: { readonly avif: string; readonly jpg: string };
}

interface Side extends Pictures {
  readonly alt: string;
  readonly label: string;
}

interface Props {
  readonly before: Side;
  readonly after: Side;
  /** Accessible name of the control. */
  readonly control: string;
}

/** Both pictures show as much. */
const BEGINS_AT = '50';

/**
 * Two pictures of one size under one seam. The control is a native range, so mouse, touch, arrows, Home and End
 * come with the platform; compare.ts moves the seam.
 */
export function Compare({ before, after, control }: Props) {
  return (
    <div className={css.frame} data-compare="">
      <Picture {...before} />
      <div className={css.after}>
        <Picture {...after} />
      </div>
      <span className={css.tag}>{before.label}</span>
      <span className={css.tag}>{after.label}</span>
      <input
        className={css.range}
        type="range"
        min={0}
        max={100}
        defaultValue={BEGINS_AT}
        step={1}
        aria-label={control}
        aria-valuetext={valueText(BEGINS_AT)}
      />
      <div className={css.seam}>
        <span className={css.grip}>
          <svg viewBox="0 0 28 12" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
            <path d="M7 1 2 6l5 5M21 1l5 5-5 5" />
          </svg>
        </span>
      </div>
    </div>
  );
}

/**
 * Two pictures are more than the rest of the page. Lazy and without a box, none is asked for until compare.ts
 * shows them when they come near; paper shows them too, so a browser that prints asks for them first.
 */
function Picture({ avif, jpg, phone, alt }: Side) {
  return (
    <picture>
      <source srcSet={phone.avif} type="image/avif" media="(width < 768px)" width={800} height={1000} />
      <source srcSet={phone.jpg} media="(width < 768px)" width={800} height={1000} />
      <source srcSet={avif} type="image/avif" />
      <img src={jpg} width={1280} height={800} alt={alt} loading="lazy" decoding="async" />
    </picture>
  );
}
