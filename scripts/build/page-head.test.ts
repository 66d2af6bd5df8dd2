import { expect, it } from 'vitest';
import { headOf, sitemap } from './page-head.ts';

const page = (path: string, extra = '') => `<head>
<meta property="og:url" content="https://site.example${path}">
${extra}</head>`;

it('the head of a page is read', () => {
  expect(headOf(page('/sales?a=1&amp;b=2'), 'sales/index.html')).toEqual({
    address: 'https://site.example/sales?a=1&b=2',
    indexable: true,
  });
});

it('a page without a needed meta element is named', () => {
  expect(() => headOf('<head></head>', 'sales/index.html')).toThrow('sales/index.html: no <meta> og:url');
});

it('the sitemap lists indexable pages alone', () => {
  const noindex = '<meta name="robots" content="noindex">';
  const heads = [
    headOf(page('/sales'), 'sales/index.html'),
    headOf(page('/introduction', noindex), 'introduction/index.html'),
    headOf(page('/404'), '404.html'),
    headOf(page('/?a=1&b=2'), 'index.html'),
  ];
  expect([...sitemap(heads).matchAll(/<loc>(.*)<\/loc>/g)].map(([, loc]) => loc)).toEqual([
    'https://site.example/?a=1&amp;b=2',
    'https://site.example/sales',
  ]);
});
