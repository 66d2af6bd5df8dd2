/**
 * The part of the provider's formulas that a search needs: text, fields by name, `=`, `!=`, `&`, AND, OR, NOT, LOWER,
 * UPPER, EXACT, TRUE, FALSE, BLANK and RECORD_ID (https://support.airtable.com/docs/formula-field-reference). Fields go by name
 * alone (https://support.airtable.com/docs/airtable-web-api-using-filterbyformula-or-sort-parameters).
 */

/** Why a formula cannot be used, in the provider's words. */
export class InvalidFormula extends Error {}

type Value = string | boolean;
/** A record with its fields by their names. */
interface Row {
  readonly id: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Evaluates a formula over a record. */
export type Formula = (row: Row) => Value;

const TOKEN =
  /\s*(?:("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\{((?:[^}\\]|\\.)*)\}|([A-Za-z_]\w*)|(!=|[=&(),]))/y;

interface Token {
  readonly kind: 'text' | 'field' | 'word' | 'sign';
  readonly text: string;
}

/**
 * Parses a formula; throws InvalidFormula for one that the provider would refuse.
 * @param names of the fields that the table has
 */
export function readFormula(source: string, names: ReadonlySet<string>): Formula {
  const tokens = tokensOf(source);
  let at = 0;
  const peek = () => tokens[at];
  const sign = (text: string) => peek()?.kind === 'sign' && peek()?.text === text;
  const expect = (text: string) => {
    if (!sign(text)) throw new InvalidFormula('Invalid formula. Please check your formula text.');
    at += 1;
  };

  function comparison(): Formula {
    let left = joined();
    while (sign('=') || sign('!=')) {
      const wanted = sign('=');
      at += 1;
      const [one, other] = [left, joined()];
      left = (row) => (text(one(row)) === text(other(row))) === wanted;
    }
    return left;
  }

  function joined(): Formula {
    let left = operand();
    while (sign('&')) {
      at += 1;
      const [one, other] = [left, operand()];
      left = (row) => text(one(row)) + text(other(row));
    }
    return left;
  }

  function operand(): Formula {
    const token = peek();
    at += 1;
    if (token?.kind === 'text') return () => unescaped(token.text.slice(1, -1));
    if (token?.kind === 'field') return fieldOf(unescaped(token.text));
    if (token?.kind === 'word') return sign('(') ? call(token.text) : fieldOf(token.text);
    if (token?.kind === 'sign' && token.text === '(') {
      const inner = comparison();
      expect(')');
      return inner;
    }
    throw new InvalidFormula('Invalid formula. Please check your formula text.');
  }

  function fieldOf(name: string): Formula {
    if (!names.has(name)) throw new InvalidFormula(`Unknown field names: ${name.toLowerCase()}`);
    return ({ fields }) => fields[name] ?? '';
  }

  function call(name: string): Formula {
    expect('(');
    const given: Formula[] = [];
    while (!sign(')')) {
      given.push(comparison());
      if (!sign(')')) expect(',');
    }
    expect(')');
    if (name.toUpperCase() === 'RECORD_ID' && given.length === 0) return ({ id }) => id;
    const known = FUNCTIONS[name.toUpperCase()];
    if (known === undefined) throw new InvalidFormula(`Unknown function names: ${name.toUpperCase()}`);
    return (row) => known(given.map((one) => one(row)));
  }

  const formula = comparison();
  if (at < tokens.length) throw new InvalidFormula('Invalid formula. Please check your formula text.');
  return formula;
}

const FUNCTIONS: Readonly<Record<string, (given: readonly Value[]) => Value>> = {
  AND: (given) => given.every(truthy),
  OR: (given) => given.some(truthy),
  NOT: ([one = '']) => !truthy(one),
  LOWER: ([one = '']) => text(one).toLowerCase(),
  UPPER: ([one = '']) => text(one).toUpperCase(),
  EXACT: ([one = '', other = '']) => text(one) === text(other),
  TRUE: () => true,
  FALSE: () => false,
  BLANK: () => '',
};

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.trimEnd().length) {
    const found = TOKEN.exec(source);
    if (found === null) throw new InvalidFormula('Invalid formula. Please check your formula text.');
    const [, quoted, field, word, sign] = found;
    if (quoted !== undefined) tokens.push({ kind: 'text', text: quoted });
    else if (field !== undefined) tokens.push({ kind: 'field', text: field });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else tokens.push({ kind: 'sign', text: sign ?? '' });
  }
  return tokens;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

function unescaped(inner: string): string {
  return inner.replace(/\\(.)/g, (_, character: string) => ESCAPES[character] ?? character);
}

function text(value: Value): string {
  return typeof value === 'string' ? value : value ? '1' : '0';
}

/** Whether a formula's value lets a record through a filter (https://airtable.com/developers/web/api/list-records). */
export function truthy(value: Value): boolean {
  return value !== '' && value !== false && value !== '0';
}
