/** A template literal that its author marked as a shader, as editors know it too. */
const MARKED = /\/\* glsl \*\/ `([^`]*)`/g;
/** Host code inside the literal, a directive, a comment, a selector, a name, a number, or one sign. */
const TOKEN =
  /\$\{[^}]*\}|#.*|\/\/.*|\/\*[\s\S]*?\*\/|\.[a-z]\w*|[a-z_]\w*|(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|\S/gi;
const TYPE = /^(float|int|bool|[ib]?vec[234]|mat[234])$/;
const NAME = /^[a-z_]\w*$/i;
const FROM_OUTSIDE = /^(uniform|attribute|varying|in|out)$/;

/** Makes shaders terse in what visitors get: comments, spaces and names are for those who read the source. */
export const terseShaders = {
  name: 'terse-shaders',
  enforce: 'pre' as const,
  transform: (code: string) =>
    code.includes('/* glsl */')
      ? code.replace(MARKED, (_, shader: string) => `\`${terse(shader)}\``)
      : undefined,
};

/**
 * A GLSL text that means the same, without comments, with the spaces and zeros that the grammar asks for and no more.
 * Where it holds a whole program's `main`, the names that it makes for itself are one letter each.
 * @param shader GLSL; `${…}` stays as it is
 */
export function terse(shader: string): string {
  const tokens = [...shader.matchAll(TOKEN)]
    .map(([token]) => token)
    .filter((token) => !/^\/[/*]/.test(token));
  const letters = tokens.includes('main') ? lettersFor(tokens) : new Map<string, string>();
  let text = '';
  for (const token of tokens) {
    // A directive has a separate line; its words keep their spaces.
    if (token.startsWith('#')) text += `${text.endsWith('\n') ? '' : '\n'}${token.trim()}\n`;
    else {
      const short = letters.get(token) ?? shorten(token);
      text += needsSpace(text, short) ? ` ${short}` : short;
    }
  }
  return text;
}

/** A letter that nothing else is called by for every variable, parameter and function declared in the text. */
function lettersFor(tokens: readonly string[]): Map<string, string> {
  const own = new Set(
    tokens.filter((token, i) => NAME.test(token) && !TYPE.test(token) && isDeclared(tokens, i)),
  );
  const taken = new Set(tokens.filter((token) => !own.has(token)));
  const free = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter(
    (letter) => !taken.has(letter),
  );
  return new Map([...own].map((name, i) => [name, free[i] ?? name]));
}

/** `float a`, and the `b` of `float a = f(x, y), b`. */
function isDeclared(tokens: readonly string[], index: number): boolean {
  let depth = 0;
  for (let i = index - 1; i >= 0; i--) {
    const token = tokens[i] ?? '';
    if (token === ')') depth++;
    if (token === '(' && depth-- === 0) return false;
    if (depth > 0) continue;
    if (/^[;{}]$/.test(token)) return false;
    if (TYPE.test(token) && tokens[i + 1] !== '(')
      return (i === index - 1 || tokens[index - 1] === ',') && !FROM_OUTSIDE.test(tokens[i - 1] ?? '');
  }
  return false;
}

/** Two words would run together, as would `a - -b`. */
function needsSpace(before: string, token: string): boolean {
  return (/[\w.]$/.test(before) && /^\w/.test(token)) || (/[-+]$/.test(before) && before.at(-1) === token);
}

/** `0.50` is `.5`, `1.0` is `1.`: a point makes it a float. */
function shorten(token: string): string {
  if (!/^\d+\.\d*$/.test(token)) return token;
  const short = token.replace(/0+$/, '').replace(/^0+(?=\.\d)/, '');
  return short === '.' ? '0.' : short;
}
