import { PICTURE } from './markup.ts';

/** What the server sent; all else was put there by an extension of the browser. */
const served = new WeakSet<Node>();

/** Takes everything below `root` for the server's. */
export function noteServed(root: Node): void {
  const nodes = document.createTreeWalker(root);
  for (let node: Node | null = root; node !== null; node = nodes.nextNode()) served.add(node);
}

/**
 * Makes `from` like `to`, leaving what is the same: focus, selection, what is being typed and what was unfolded stay.
 * Elements with the same `data-key` are the same. What an extension has put beside a field stays too; a translation goes.
 */
export function morph(from: Element, to: Element): void {
  for (const { name, value } of to.attributes)
    if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  for (const name of from.getAttributeNames())
    if (!to.hasAttribute(name) && name !== 'open') from.removeAttribute(name);
  // What is drawn there is not the server's.
  if (from.hasAttribute(PICTURE)) return;
  // Browsers that translate put each text into one of these.
  for (const child of [...from.children]) if (child.localName === 'font') child.remove();
  let at = nextServed(from.firstChild);
  for (const wanted of [...to.childNodes]) {
    const same = sameAs(wanted, at);
    if (same === null) {
      noteServed(wanted);
      from.insertBefore(wanted, at);
    } else {
      if (same === at) at = nextServed(at.nextSibling);
      else from.insertBefore(same, at);
      if (same instanceof Element) morph(same, wanted as Element);
      else if (same.nodeValue !== wanted.nodeValue) same.nodeValue = wanted.nodeValue;
    }
  }
  while (at !== null) {
    const next = nextServed(at.nextSibling);
    at.remove();
    at = next;
  }
}

/** The first of the server's nodes, from `node` on. */
function nextServed(node: ChildNode | null): ChildNode | null {
  let found = node;
  while (found !== null && !served.has(found)) found = found.nextSibling;
  return found;
}

/** The node, from `at` on, that is the same as `wanted`; null: there is none. */
function sameAs(wanted: Node, at: ChildNode | null): ChildNode | null {
  const key = keyOf(wanted);
  if (key === undefined)
    return at !== null && at.nodeName === wanted.nodeName && keyOf(at) === undefined ? at : null;
  for (let node = at; node !== null; node = nextServed(node.nextSibling))
    if (keyOf(node) === key) return node;
  return null;
}

function keyOf(node: Node): string | undefined {
  return node instanceof HTMLElement ? node.dataset.key : undefined;
}
