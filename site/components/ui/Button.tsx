import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';
import { shared } from '#content/pages/shared.ts';
import { Arrow } from './Arrow.tsx';
import css from './Button.module.css';

interface Look {
  /** `primary` is the one action of a screen; `plain` has an edge, `ink` is dark. */
  readonly look?: 'primary' | 'quiet' | 'plain' | 'ink';
  readonly wide?: boolean;
}

interface Link {
  readonly href: string;
  /** The link opens in a new tab, and says so. */
  readonly newTab?: boolean;
}

type LinkProps = Look & Link & AnchorHTMLAttributes<HTMLAnchorElement>;
type ButtonProps = Look &
  ButtonHTMLAttributes<HTMLButtonElement> & { readonly href?: never; readonly newTab?: never };

/** The product's only button: a link when it leads somewhere (`href`), a button when it does something. */
export function Button({
  look = 'primary',
  wide = false,
  children,
  className,
  newTab = false,
  ...rest
}: LinkProps | ButtonProps) {
  const classes = [css.button, css[look], wide ? css.wide : '', className ?? ''].filter(Boolean).join(' ');
  const inside = (
    <>
      <span>
        {children}
        {newTab && <span className="visually-hidden"> ({shared.newTab})</span>}
      </span>
      <Arrow moves to={newTab ? 'out' : 'on'} />
    </>
  );
  if (rest.href !== undefined) {
    const elsewhere = newTab ? { target: '_blank', rel: 'noopener' } : {};
    return (
      <a className={classes} {...elsewhere} {...(rest as AnchorHTMLAttributes<HTMLAnchorElement>)}>
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
