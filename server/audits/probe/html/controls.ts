import type { PageFacts } from '../../facts/page-facts.ts';
import { attribute, type Element, textOf } from './tree.ts';

/** Without a name by themselves, or not seen by anybody. */
const UNLABELLED_TYPES = new Set(['hidden', 'submit', 'reset', 'button', 'image']);

export function imageFacts(elements: readonly Element[]): PageFacts['images'] {
  const images = elements.filter(({ tagName }) => tagName === 'img');
  const without = images.filter(
    (image) => attribute(image, 'alt') === undefined && !isNamed(image) && !isHidden(image),
  );
  return { total: images.length, withoutAlt: without.length, ...example(without, 'src') };
}

export function fieldFacts(elements: readonly Element[]): PageFacts['fields'] {
  const labelled = new Set(
    elements
      .filter((element) => element.tagName === 'label' && textOf(element, 500) !== '')
      .map((label) => attribute(label, 'for')),
  );
  const fields = elements.filter(isField);
  const without = fields.filter(
    (field) =>
      !isHidden(field) && !isNamed(field) && !labelled.has(attribute(field, 'id') ?? '') && !isInLabel(field),
  );
  return { total: fields.length, withoutLabel: without.length, ...example(without, 'name') };
}

export function formFacts(elements: readonly Element[], pageUrl: string, base: string): PageFacts['forms'] {
  const forms = elements.filter(({ tagName }) => tagName === 'form');
  const asking = new Set(elements.filter(isContactField).flatMap((field) => ancestorForm(field) ?? []));
  const secure = pageUrl.startsWith('https:');
  const insecure = forms.filter(
    (form) => secure && URL.parse(attribute(form, 'action')?.trim() || pageUrl, base)?.protocol === 'http:',
  );
  return { total: forms.length, withContactField: asking.size, insecureActions: insecure.length };
}

function isField(element: Element): boolean {
  if (element.tagName === 'textarea' || element.tagName === 'select') return true;
  return element.tagName === 'input' && !UNLABELLED_TYPES.has(typeOf(element));
}

/** A field in which somebody leaves a message or a way to be answered; not a search, not a login. */
function isContactField(element: Element): boolean {
  return (
    element.tagName === 'textarea' ||
    (element.tagName === 'input' && ['email', 'tel'].includes(typeOf(element)))
  );
}

function typeOf(element: Element): string {
  return (attribute(element, 'type') ?? 'text').toLowerCase();
}

function isNamed(element: Element): boolean {
  return ['aria-label', 'aria-labelledby', 'title'].some(
    (name) => (attribute(element, name) ?? '').trim() !== '',
  );
}

function isHidden(element: Element): boolean {
  const role = attribute(element, 'role');
  return attribute(element, 'aria-hidden') === 'true' || role === 'presentation' || role === 'none';
}

function isInLabel(element: Element): boolean {
  return ancestor(element, 'label') !== undefined;
}

function ancestorForm(element: Element): Element | undefined {
  const form = ancestor(element, 'form');
  return form !== undefined && attribute(form, 'role') !== 'search' ? form : undefined;
}

function ancestor(element: Element, tag: string): Element | undefined {
  for (let at = element.parentNode; at !== null && 'tagName' in at; at = at.parentNode)
    if (at.tagName === tag) return at;
  return undefined;
}

function example(elements: readonly Element[], name: string): { readonly example?: string } {
  const value = elements
    .map((element) => attribute(element, name))
    .find((text) => text !== undefined && text !== '');
  return value === undefined || value.startsWith('data:') ? {} : { example: value.slice(-80) };
}
