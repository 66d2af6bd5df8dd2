// Island because its seam follows the control, the pointer and the finger.
import { type CSSProperties, type PointerEvent, useEffect, useRef, useState } from 'react';
import { attr, COMPARE, REPLAY } from '../../markup.ts';
import css from './Compare.module.css';

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
const BEGINS_AT = 50;

/**
 * Two pictures of one size under one seam. The control is a native range, so arrows, Home, End and what a screen
 * reader says come with the platform, from 0 to 100; a pointer anywhere on the pictures sets it, since some phones
 * only drag a range by its thumb.
 */
export function Compare({ before, after, control }: Props) {
  const [seam, setSeam] = useState(BEGINS_AT);
  const range = useRef<HTMLInputElement>(null);
  const follow = () => setSeam(Number(range.current?.value));

  // The range may have been moved before React came.
  useEffect(() => setSeam(Number(range.current?.value)), []);

  const drag = ({ clientX, currentTarget }: PointerEvent) => {
    if (!range.current) return;
    const { left, width } = currentTarget.getBoundingClientRect();
    range.current.value = String(((clientX - left) / width) * 100);
    follow();
  };
  const grasp = (event: PointerEvent) => {
    // A replayed one may have ended meanwhile.
    if (event.isTrusted) event.currentTarget.setPointerCapture(event.pointerId);
    drag(event);
    range.current?.focus({ preventScroll: true });
    event.preventDefault();
  };
  const pull = (event: PointerEvent) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) drag(event);
  };

  // The page as built says it in its styles: its policy lets no attribute do so.
  const style = seam === BEGINS_AT ? undefined : ({ '--seam': `${seam}%` } as CSSProperties);
  return (
    <div
      className={css.frame}
      style={style}
      {...attr(COMPARE)}
      {...attr(REPLAY, 'pointerdown')}
      onPointerDown={grasp}
      onPointerMove={pull}
    >
      <Picture {...before} />
      <div className={css.after}>
        <Picture {...after} />
      </div>
      <span className={css.tag}>{before.label}</span>
      <span className={css.tag}>{after.label}</span>
      <input
        ref={range}
        className={css.range}
        type="range"
        min={0}
        max={100}
        defaultValue={BEGINS_AT}
        step={1}
        aria-label={control}
        aria-valuetext={`${seam}\u202f% de la page d’avant`}
        onInput={follow}
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
 * Two pictures are more than the rest of the page. Lazy and without a box, none is asked for until near-pictures.ts
 * shows them when they come near; paper shows them too, so a browser that prints asks for them first.
 */
function Picture({ avif, jpg, phone, alt }: Side) {
  return (
    <picture>
      <source srcSet={phone.avif} type="image/avif" media="(max-width: 767.98px)" width={800} height={1000} />
      <source srcSet={phone.jpg} media="(max-width: 767.98px)" width={800} height={1000} />
      <source srcSet={avif} type="image/avif" />
      <img src={jpg} width={1280} height={800} alt={alt} loading="lazy" decoding="async" />
    </picture>
  );
}
