import type { InputHTMLAttributes } from 'react';
import '../../styles/field.css';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  /** What to know before typing. */
  readonly hint?: string | undefined;
  /** What is wrong with what was typed. */
  readonly fault?: string | undefined;
}

/** A line to type in, with its label above, its hint and its fault below, both read out with it. */
export function TextField({ id, label, hint, fault, ...input }: Props) {
  const notes = [fault && `${id}-fault`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        aria-invalid={fault ? true : undefined}
        aria-describedby={notes === '' ? undefined : notes}
        {...input}
      />
      {fault && (
        <p className="fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
