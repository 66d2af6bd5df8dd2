import { type Ref, type SyntheticEvent, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { emailSlip } from '#content/email-slip.ts';
import { leadInput } from '#content/lead-fields.ts';
import { proposedEmail } from '#domain/email-slips.ts';
import { HIDDEN_FIELDS } from '#domain/hidden-fields.ts';
import { TextField } from '../../components/ui/TextField.tsx';
import css from './EmailField.module.css';

/** Nothing is proposed in the middle of a word. */
const PAUSE_MS = 600;

/** What a form asks the line before it is sent. */
export interface EmailLine {
  /**
   * Whether the form waits, since what was probably meant is proposed now, and has the focus. Once for each address:
   * whoever sends it again means it.
   */
  holdsBack(): boolean;
}

interface Props {
  readonly ref?: Ref<EmailLine> | undefined;
  readonly id: string;
  readonly label: string;
  readonly fault: string | undefined;
  readonly hint?: string | undefined;
  /** The address that was asked about before. */
  readonly asked?: string | undefined;
  readonly defaultValue?: string | undefined;
  readonly autoFocus?: boolean;
}

/** The e-mail's line. A likely slip of the finger is proposed below it, in room that is there, and never forced. */
export function EmailField({ ref, asked, ...props }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // In the form, so that whatever sends it tells the server, which asks whoever was not asked.
  const askedLine = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [meant, setMeant] = useState<string>();
  const [isHeld, setHeld] = useState(false);
  const line = () => box.current?.querySelector('input') ?? undefined;
  useEffect(() => {
    if (isHeld || typed === '') return undefined;
    const paused = setTimeout(() => {
      setMeant(proposedEmail(typed));
    }, PAUSE_MS);
    return () => clearTimeout(paused);
  }, [typed, isHeld]);
  // What was pressed stays where it is, and the focus goes to what is asked.
  useEffect(() => {
    if (isHeld) box.current?.querySelector('button')?.focus();
  }, [isHeld]);
  useImperativeHandle(ref, () => ({
    holdsBack() {
      const value = line()?.value ?? '';
      // One that was shown below the line while it was typed may never have been looked at.
      const proposed = proposedEmail(value, askedLine.current?.value);
      if (proposed === undefined) {
        setHeld(false);
        return false;
      }
      if (askedLine.current) askedLine.current.value = value;
      setTyped(value);
      setMeant(proposed);
      setHeld(true);
      return true;
    },
  }));
  const read = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    setTyped(currentTarget.value);
    setMeant(undefined);
    setHeld(false);
  };
  const mend = () => {
    const input = line();
    if (!input) return;
    input.value = proposedEmail(typed) ?? typed;
    setTyped(input.value);
    setMeant(undefined);
    setHeld(false);
    input.focus();
  };
  return (
    <div ref={box} className={`${css.email} ${isHeld ? css.held : ''}`}>
      <TextField {...leadInput('email')} {...props} onInput={read} />
      <input ref={askedLine} type="hidden" name={HIDDEN_FIELDS.asked} defaultValue={asked} />
      <p role="status">
        {meant && (
          <button type="button" onClick={mend}>
            {emailSlip.meant} <b>{isSameName(typed, meant) ? meant.slice(meant.lastIndexOf('@')) : meant}</b>
            {'\u202f?'}
          </button>
        )}
        {isHeld && ` ${emailSlip.otherwise}`}
      </p>
    </div>
  );
}

/** Whether only the domain differs, which is then enough to be read. */
function isSameName(typed: string, meant: string): boolean {
  return typed.trim().startsWith(meant.slice(0, meant.lastIndexOf('@') + 1)) && !/[/,;]$/.test(typed.trim());
}
