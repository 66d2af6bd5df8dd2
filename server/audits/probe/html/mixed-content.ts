import type { PageFacts } from '../../facts/page-facts.ts';
import { attribute, type Element } from './tree.ts';

const SOURCES: Readonly<Record<string, string>> = {
  img: 'src',
  script: 'src',
  iframe: 'src',
  video: 'src',
  audio: 'src',
  source: 'src',
  embed: 'src',
  object: 'data',
};

/** What a secure page takes from addresses that are not. */
export function mixedContent(
  elements: readonly Element[],
  url: string,
  base: string,
): PageFacts['mixedContent'] {
  if (!url.startsWith('https:')) return { total: 0 };
  const insecure = elements.flatMap((element) => {
    const isSheet = element.tagName === 'link' && /\bstylesheet\b/i.test(attribute(element, 'rel') ?? '');
    const source = isSheet ? 'href' : SOURCES[element.tagName];
    const said = source === undefined ? undefined : attribute(element, source)?.trim();
    if (said === undefined || said === '') return [];
    const target = URL.parse(said, base);
    return target?.protocol === 'http:' ? [target.href] : [];
  });
  return { total: insecure.length, ...(insecure[0] && { example: insecure[0].slice(0, 120) }) };
}
