import type { MouseEvent, Ref } from 'react';
import type { BookingWords } from '#content/pages/rendez-vous.ts';
import { CHOSEN_PHONE } from '#domain/booking.ts';
import type { FieldError } from '#domain/errors.ts';
import { LEAD_FIELDS } from '#domain/lead-fields.ts';
import { Button } from '../../components/ui/Button.tsx';
import { TextField } from '../../components/ui/TextField.tsx';
import { EmailField, type EmailLine } from '../email-field/EmailField.tsx';

export const CALLER_FIELDS = ['name', 'email', 'phone'] as const;

interface Props {
  readonly words: Pick<BookingWords, (typeof CALLER_FIELDS)[number] | 'phoneHint'>;
  /** Before each field's name in its id. */
  readonly ids?: string;
  readonly errors: readonly FieldError[];
  /** The initial values of the fields. */
  readonly typed?: Readonly<Record<(typeof CALLER_FIELDS)[number], string>>;
  /** The field that takes the focus. */
  readonly focus?: string | undefined;
  /** The address that was asked about. */
  readonly asked?: string | undefined;
  readonly line?: Ref<EmailLine> | undefined;
}

/** Whom a call is booked for. */
export function CallerFields({ words, ids = '', errors, typed, focus, asked, line }: Props) {
  const errorOf = (name: string) => errors.find(({ field }) => field === name);
  const field = (name: (typeof CALLER_FIELDS)[number]) => ({
    id: `${ids}${name}`,
    label: words[name],
    defaultValue: typed?.[name],
    autoFocus: focus === name,
  });
  return (
    <>
      <TextField
        {...field('name')}
        fault={errorOf('name')?.message}
        name="name"
        autoComplete="name"
        autoCapitalize="words"
        required
        maxLength={LEAD_FIELDS.name.max}
      />
      <EmailField ref={line} asked={asked} {...field('email')} fault={errorOf('email')?.message} />
      <PhoneField {...field('phone')} hint={words.phoneHint} error={errorOf('phone')} />
    </>
  );
}

interface PhoneProps {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly error?: FieldError | undefined;
  readonly defaultValue?: string | undefined;
  readonly autoFocus?: boolean;
}

/**
 * The number that is called. Where it may be of two countries the form asks by two buttons that send it again: without
 * JavaScript the server reads which one, otherwise the number that is meant stands in the line before it is sent.
 */
export function PhoneField({ error, ...props }: PhoneProps) {
  const choose = ({ currentTarget: { form, value } }: MouseEvent<HTMLButtonElement>) => {
    const line = form?.elements.namedItem('phone');
    if (line instanceof HTMLInputElement) line.value = value;
  };
  return (
    <>
      <TextField
        {...props}
        {...{ name: 'phone', type: 'tel', autoComplete: 'tel', required: true, maxLength: LONGEST_PHONE }}
        fault={error?.message}
      />
      {error?.choices?.map(({ label, value }) => (
        <Button
          key={value}
          type="submit"
          look="plain"
          wide
          name={CHOSEN_PHONE}
          value={value}
          onClick={choose}
        >
          {label}
        </Button>
      ))}
    </>
  );
}

const LONGEST_PHONE = 40;
