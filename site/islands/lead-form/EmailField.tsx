import { type SyntheticEvent, useEffect, useState } from 'react';
import { sales } from '#content/pages/sales.ts';
import { likelyDomain } from '#domain/email-slips.ts';
import { LEAD_LIMITS } from '#domain/lead.ts';
import { TextField } from '../../components/ui/TextField.tsx';
import css from './LeadForm.module.css';

/** Nothing is proposed in the middle of a word. */
const PAUSE_MS = 600;

interface Props {
  readonly id: string;
  readonly name: 'email';
  readonly fault: string;
}

/** The e-mail's line. A likely slip of the finger is proposed below it, in room that is there, and never forced. */
export function EmailField(props: Props) {
  const [line, setLine] = useState<HTMLInputElement>();
  const [typed, setTyped] = useState('');
  const [meant, setMeant] = useState<string>();
  useEffect(() => {
    const paused = setTimeout(() => setMeant(likelyDomain(typed)), PAUSE_MS);
    return () => clearTimeout(paused);
  }, [typed]);
  const read = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    setLine(currentTarget);
    setTyped(currentTarget.value);
    setMeant(undefined);
  };
  const mend = () => {
    if (!line) return;
    line.value = `${typed.slice(0, typed.lastIndexOf('@'))}@${meant}`;
    setTyped(line.value);
    setMeant(undefined);
    line.focus();
  };
  return (
    <div className={css.email}>
      <TextField
        required
        {...props}
        label={sales.form.email}
        type="email"
        autoComplete="email"
        spellCheck={false}
        maxLength={LEAD_LIMITS.email.max}
        onInput={read}
      />
      <p role="status">
        {meant && (
          <button type="button" onClick={mend}>
            {sales.form.meant} <b>@{meant}</b>
            {'\u202f?'}
          </button>
        )}
      </p>
    </div>
  );
}
