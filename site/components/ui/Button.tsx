import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';
import { Arrow } from './Arrow.tsx';
import css from './Button.module.css';

interface Look {
  /** `primary` is the one action of a screen. */
  readonly look?: 'primary' | 'quiet';
  readonly wide?: boolean;
}

type LinkProps = Look & AnchorHTMLAttributes<HTMLAnchorElement> & { readonly href: string };
type ButtonProps = Look & ButtonHTMLAttributes<HTMLButtonElement> & { readonly href?: never };

/** The product's only button: a link when it leads somewhere (`href`), a button when it does something. */
export function Button({
  look = 'primary',
  wide = false,
  children,
  className,
  ...rest
}: LinkProps | ButtonProps) {
  const classes = [css.button, css[look], wide ? css.wide : '', className ?? ''].filter(Boolean).join(' ');
  const inside = (
    <>
      <span>{children}</span>
      <Arrow className={css.arrow} />
    </>
  );
  if (rest.href !== undefined) {
    return (
      <a className={classes} {...(rest as AnchorHTMLAttributes<HTMLAnchorElement>)}>
        {inside}
      </a>
    );
  }
  return (
    <button type="button" className={classes} {...(rest as ButtonHTMLAttributes<HTMLButtonElement>)}>
      {inside}
    </button>
  );
}
