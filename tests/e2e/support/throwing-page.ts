import ts from 'typescript';

/**
 * A page whose own script can be made to throw in any of its functions: each begins with a call of `__at(n)`, which a
 * script that runs before it defines (`watchFunctions`).
 * @param html the page as it is served; its policy has to be left out, since it knows the script by its hash
 */
export function throwingPage(html: string): string {
  return html.replace(/(<script type="module">)(.*?)(<\/script>)/s, (_, opens, code, closes) => {
    return `${opens}${instrumented(code)}${closes}`;
  });
}

function instrumented(code: string): string {
  const file = ts.createSourceFile('page.js', code, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  const added: { readonly at: number; readonly text: string }[] = [];
  let count = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const body = node.body as ts.Node;
      count += 1;
      if (ts.isBlock(body)) added.push({ at: body.getStart() + 1, text: `__at(${count});` });
      else added.push({ at: body.getStart(), text: `(__at(${count}),` }, { at: body.getEnd(), text: ')' });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  const pieces = added.toSorted((a, b) => a.at - b.at);
  let written = '';
  let from = 0;
  for (const { at, text } of pieces) {
    written += code.slice(from, at) + text;
    from = at;
  }
  return written + code.slice(from);
}

/**
 * What has to run before it. Once a form is sent, each function that is called is told to `window.__note`.
 * @param throwing the function that throws; 0: none does
 */
export const watchFunctions = (throwing: number) => `{
  let isSent = false;
  const called = new Set();
  addEventListener('submit', () => { isSent = true; }, true);
  window.__at = (nth) => {
    if (!isSent) return;
    if (!called.has(nth)) window.__note(nth);
    called.add(nth);
    if (nth === ${throwing}) throw new Error('of the test, in function ' + nth);
  };
}`;
