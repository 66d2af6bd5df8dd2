import { expect, it } from 'vitest';
import { headOf, sitemap } from './page-head.ts';

const page = (path: string, extra = '') => `<head>
<meta property="og:site_name" content="Atelier 48"><meta property="og:url" content="https://site.example${path}">
<meta property="og:title" content="L&#39;été &amp; &quot;le reste&quot;"><meta property="og:image" content="https://site.example/og${path}.png">
${extra}</head>`;

it('reads what a page says of itself', () => {
  expect(headOf(page('/sales'), 'sales/index.html')).toEqual({
    address: 'https://site.example/sales',
    title: 'L\'été & "le reste"',
    siteName: 'Atelier 48',
    picture: 'og/sales.png',
    indexable: true,
  });
});

it('names the page that does not say what it is', () => {
  expect(() => headOf('<head></head>', 'sales/index.html')).toThrow('sales/index.html: no <meta> og:url');
});

it('lists the pages that may be found, and no other', () => {
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
