import { PICTURE } from './markup.ts';

/**
 * Makes `from` like `to`, leaving what is the same: focus, selection, what is being typed and what was unfolded stay.
 * Elements with the same `data-key` are the same.
 */
export function morph(from: Element, to: Element): void {
  for (const { name, value } of to.attributes)
    if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  for (const name of from.getAttributeNames())
    if (!to.hasAttribute(name) && name !== 'open') from.removeAttribute(name);
  // What is drawn there is not the server's.
  if (from.hasAttribute(PICTURE)) return;
  let at = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    const same = sameAs(wanted, at);
    if (same === null) from.insertBefore(wanted, at);
    else {
      if (same === at) at = at.nextSibling;
      else from.insertBefore(same, at);
      if (same instanceof Element) morph(same, wanted as Element);
      else if (same.nodeValue !== wanted.nodeValue) same.nodeValue = wanted.nodeValue;
    }
  }
  while (at !== null) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

/** The node, from `at` on, that is the same as `wanted`; null: there is none. */
function sameAs(wanted: Node, at: ChildNode | null): ChildNode | null {
  const key = keyOf(wanted);
  if (key === undefined)
    return at !== null && at.nodeName === wanted.nodeName && keyOf(at) === undefined ? at : null;
  for (let node = at; node !== null; node = node.nextSibling) if (keyOf(node) === key) return node;
  return null;
}

function keyOf(node: Node): string | undefined {
  return node instanceof HTMLElement ? node.dataset.key : undefined;
}
