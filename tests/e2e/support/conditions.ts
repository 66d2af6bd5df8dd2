// What visitors' browsers, their extensions and other tabs do to a page: scripts that run in it before anybody touches it.

/** The same, once the page stands. */
export const onceParsed = (script: string) => `addEventListener('DOMContentLoaded', () => { ${script} });`;

/** What the oldest browsers that are served lack (`browserslist` in package.json: Safari 15.4, Chrome 94, Firefox 93). */
export const TOO_YOUNG = `
  delete AbortSignal.timeout;
  delete AbortSignal.any;
  for (const name of ['toSorted', 'toReversed', 'toSpliced', 'with', 'findLast', 'findLastIndex']) delete Array.prototype[name];
  delete Object.groupBy; delete Map.groupBy; delete Promise.withResolvers; delete Array.fromAsync; delete URL.canParse;
  delete URL.parse; delete String.prototype.isWellFormed; delete String.prototype.toWellFormed;
  for (const name of ['structuredClone', 'reportError', 'scheduler', 'navigation', 'HTMLDialogElement', 'requestIdleCallback'])
    delete window[name];
  delete HTMLFormElement.prototype.requestSubmit; delete Element.prototype.ariaBusy; delete Element.prototype.role;
  delete HTMLElement.prototype.inert;`;

/** As password managers do once the page stands: an element of their own right behind each field. */
export const EXTENSION = `
  for (const field of document.querySelectorAll('form input')) {
    field.setAttribute('data-extension', 'id');
    field.insertAdjacentHTML('afterend', '<extension-icon style="position:absolute"></extension-icon>');
  }`;

/** As Chrome's and Google's translators do: each text moves into two elements of theirs. */
export const TRANSLATION = `
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode())
    if (texts.currentNode.data.trim() && !texts.currentNode.parentElement.closest('script,style,template,noscript'))
      found.push(texts.currentNode);
  for (const text of found) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    text.replaceWith(outer);
    outer.append(inner);
    inner.textContent = 'Translated: ' + text.data;
  }`;

/** Another tab holds every lock of ours and never gives it back. */
export const HELD_LOCKS = `for (const name of ['pending_leads:list', 'pending_leads:send'])
  void navigator.locks.request(name, () => new Promise(() => {}));`;

export const NO_STORAGE = `for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError'); } });`;

/** As Android's web view has it unless its app asks for storage. */
export const NULL_STORAGE = `for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, name, { get: () => null });`;

/** As old libraries do that extensions and shops bring along. */
export const EXTENDED = `Array.prototype.selectMany = function () { return this; };
  Object.prototype.clone = function () { return this; };
  Array.prototype.remove = function () { return this; };`;
