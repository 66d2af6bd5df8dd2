import type { InputHTMLAttributes } from 'react';
import css from './LeadForm.module.css';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  readonly id: string;
  readonly label: string;
  /** What is wrong with it; empty when nothing is. */
  readonly fault: string;
}

/** A field of the form that must be filled in: its label, and under it what is wrong with it. */
export function Line({ id, label, fault, ...input }: Props) {
  const faultId = `${id}-fault`;
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      <input id={id} required {...input} aria-invalid={fault ? true : undefined} aria-describedby={faultId} />
      <p className={css.fault} id={faultId}>
        {fault}
      </p>
    </div>
  );
}
