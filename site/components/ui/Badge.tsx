import type { ReactNode } from 'react';
import css from './Badge.module.css';

interface Props {
  /** `notice` asks for attention (an end, a limit); `news` is good news. */
  readonly look?: 'news' | 'notice';
  readonly children: ReactNode;
}

/** A word or two that stand out: what is new about a thing, or what to know before going. */
export function Badge({ look = 'news', children }: Props) {
  return <span className={`${css.badge} ${css[look]}`}>{children}</span>;
}
