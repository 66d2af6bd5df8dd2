import type { Ref } from 'react';
import { leadInput } from '#content/lead-fields.ts';
import { sales } from '#content/pages/sales.ts';
import { HIDDEN_FIELDS } from '#domain/hidden-fields.ts';
import { TYPED_FIELDS, type TypedField } from '#domain/lead-fields.ts';
import { TextField } from '../../components/ui/TextField.tsx';
import { EmailField, type EmailLine } from '../email-field/EmailField.tsx';

interface Props {
  /** Prefix of the fields' ids, which have to be unique: a page can hold two of these forms. */
  readonly ids?: string;
  readonly faultOf: (field: TypedField) => string | undefined;
  /** What is in the fields from the beginning. */
  readonly typed?: Readonly<Partial<Record<TypedField, string>>>;
  /** What to know of the address that was typed. */
  readonly emailHint?: string | undefined;
  /** The address that was asked about. */
  readonly asked?: string | undefined;
  /** The field that takes the focus. */
  readonly focus?: string | undefined;
  readonly line?: Ref<EmailLine> | undefined;
}

const TRAP = HIDDEN_FIELDS.trap;

/** What a lead's form asks, and what tells programs from people. */
export function LeadFields({ ids = '', faultOf, typed, emailHint, asked, focus, line }: Props) {
  const field = (name: TypedField) => ({
    id: `${ids}${name}`,
    fault: faultOf(name),
    defaultValue: typed?.[name],
    autoFocus: focus === name,
  });
  return (
    <>
      {TYPED_FIELDS.map((name) =>
        name === 'email' ? (
          <EmailField
            key={name}
            {...{ ref: line, label: leadInput(name).label, hint: emailHint, asked }}
            {...field(name)}
          />
        ) : (
          <TextField key={name} {...leadInput(name)} {...field(name)} />
        ),
      )}
      <input type="hidden" name={HIDDEN_FIELDS.proof} />
      {/* Not `display: none`, which programs that fill forms look for. */}
      <div className="visually-hidden" aria-hidden="true">
        <label htmlFor={`${ids}${TRAP}`}>{sales.form.trap}</label>
        <input id={`${ids}${TRAP}`} name={TRAP} type="text" tabIndex={-1} autoComplete="off" />
      </div>
    </>
  );
}
