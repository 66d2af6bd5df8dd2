import {
  FIELD_NAMES,
  type LeadField,
  type PageField,
  ruleOf,
  TYPED_FIELDS,
  type TypedField,
} from '#domain/lead-fields.ts';
import { lowerFirst } from '#domain/text.ts';

/** The words of one field of a lead, wherever it is named. */
interface FieldWords {
  /** How a fault names it, at the beginning of a sentence. */
  readonly fault: string;
  /** Its title in what an operator reads: `show`, `export`. */
  readonly title: string;
  /** Its label in mails to the owner; absent: they say it in other words, or not at all. */
  readonly mail?: string;
  /** In enumerations of the legal texts. */
  readonly legal: string;
}

/** Of a field that a visitor fills in. */
interface TypedWords extends FieldWords {
  /** Above its line in the form. */
  readonly label: string;
  /** With its article, as in « vous nous laissez un nom ». */
  readonly one: string;
  /** Attributes of its line. */
  readonly input: {
    readonly type: 'text' | 'email' | 'tel';
    readonly autoComplete: string;
    readonly autoCapitalize?: 'words';
    readonly spellCheck?: false;
  };
}

/** In the order in which an operator reads them. */
export const leadFields: Readonly<Record<TypedField, TypedWords> & Record<PageField, FieldWords>> = {
  name: {
    label: 'Votre nom',
    fault: 'Le nom',
    title: 'Nom',
    one: 'un nom',
    legal: 'nom',
    input: { type: 'text', autoComplete: 'name', autoCapitalize: 'words' },
  },
  email: {
    label: 'Votre adresse e-mail',
    fault: 'L’adresse e-mail',
    title: 'E-mail',
    mail: 'E-mail',
    one: 'une adresse e-mail',
    legal: 'e-mail',
    input: { type: 'email', autoComplete: 'email', spellCheck: false },
  },
  url: { fault: 'L’adresse de la page', title: 'Page', mail: 'Depuis', legal: 'adresse de la page' },
  userId: { fault: 'L’identifiant', title: 'Navigateur', legal: 'identifiant du navigateur' },
};

/** The fields in the order in which an operator reads them, with their words. */
export const shownFields = Object.entries(leadFields) as readonly (readonly [LeadField, FieldWords])[];

/** How faults name the fields. */
export const faultNames = Object.fromEntries(
  shownFields.map(([field, { fault }]) => [field, fault]),
) as Readonly<Record<LeadField, string>>;

/** Something other than white space; the browser's own bubble says which field lacks it. */
const NOT_BLANK = '.*\\S.*';

/** The label and the attributes of a field's line in the form, under the names of React. */
export function leadInput(field: TypedField) {
  const { label, input } = leadFields[field];
  const { required, max } = ruleOf(field);
  const isRequired = required !== 'no';
  return {
    name: field,
    label,
    required: isRequired,
    ...input,
    ...(isRequired && input.type === 'text' && { pattern: NOT_BLANK, title: label }),
    maxLength: max,
  };
}

/** The words of the fields that a visitor fills in, in the order of the form. */
export const typedWords = TYPED_FIELDS.map((field) => leadFields[field]);

/** « nom, e-mail, … »: all fields, in the legal texts. */
export const fieldsInLaw = FIELD_NAMES.map((field) => leadFields[field].legal).join(', ');

/** « nom, e-mail, … »: those that the mails about a lead name. */
export const fieldsInMails = shownFields
  .filter(([field, { mail }]) => mail !== undefined || ruleOf(field).by === 'visitor')
  .map(([, { legal }]) => legal)
  .join(', ');

const NUMBERS = ['zéro', 'une', 'deux', 'trois', 'quatre', 'cinq', 'six'];

/** The number of fields in the form, in words: « deux lignes ». */
export const formLines = `${NUMBERS[TYPED_FIELDS.length]} ${TYPED_FIELDS.length > 1 ? 'lignes' : 'ligne'}`;
/** The same as « deux champs ». */
export const formFields = formLines.replace('une ', 'un ').replace('ligne', 'champ');

/** « le nom et l’adresse e-mail »: what no lead is without. */
export const neededFields = listed(
  TYPED_FIELDS.filter((field) => ruleOf(field).required !== 'no').map((field) =>
    lowerFirst(leadFields[field].fault),
  ),
);

/** « a, b et c » */
export function listed(words: readonly string[]): string {
  return words.join(', ').replace(/, ([^,]*)$/, ' et $1');
}
