import type { Ref } from 'react';
import type { BookingWords } from '#content/pages/rendez-vous.ts';
import { LEAD_FIELDS } from '#domain/lead-fields.ts';
import { TextField } from '../../components/ui/TextField.tsx';
import { EmailField, type EmailLine } from '../email-field/EmailField.tsx';

export const CALLER_FIELDS = ['name', 'email', 'phone'] as const;

interface Props {
  readonly words: Pick<BookingWords, (typeof CALLER_FIELDS)[number] | 'phoneHint'>;
  /** Before each field's name in its id. */
  readonly ids?: string;
  readonly faultOf: (field: string) => string | undefined;
  /** The initial values of the fields. */
  readonly typed?: Readonly<Record<(typeof CALLER_FIELDS)[number], string>>;
  /** The field that takes the focus. */
  readonly focus?: string | undefined;
  readonly line?: Ref<EmailLine> | undefined;
}

/** Whom a call is booked for. */
export function CallerFields({ words, ids = '', faultOf, typed, focus, line }: Props) {
  const field = (name: (typeof CALLER_FIELDS)[number]) => ({
    id: `${ids}${name}`,
    label: words[name],
    fault: faultOf(name),
    defaultValue: typed?.[name],
    autoFocus: focus === name,
  });
  return (
    <>
      <TextField
        {...field('name')}
        name="name"
        autoComplete="name"
        autoCapitalize="words"
        required
        maxLength={LEAD_FIELDS.name.max}
      />
      <EmailField ref={line} {...field('email')} />
      <PhoneField {...field('phone')} hint={words.phoneHint} />
    </>
  );
}

interface PhoneProps {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly fault?: string | undefined;
  readonly defaultValue?: string | undefined;
  readonly autoFocus?: boolean;
}

/** The number that is called. */
export function PhoneField(props: PhoneProps) {
  return (
    <TextField {...props} name="phone" type="tel" autoComplete="tel" required maxLength={LONGEST_PHONE} />
  );
}

const LONGEST_PHONE = 40;
