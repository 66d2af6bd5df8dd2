import { expect, test } from 'vitest';
import { leadFormPage } from './lead-form-page.ts';
import { PLAIN_PAGE_POLICY } from './plain-page.ts';

test('what was typed comes back as text, never as markup', () => {
  const page = leadFormPage({
    detail: 'Un champ doit être corrigé.',
    errors: [{ field: 'email', message: '<i>faute</i>' }],
    typed: { name: '"><script>alert(1)</script>', email: "o'brien&x" },
  });
  expect(page).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  expect(page).toContain('value="o&#39;brien&amp;x"');
  expect(page).toContain('&lt;i&gt;faute');
  expect(page).not.toMatch(/<script|<i>/);
});

test('the page asks nothing of anybody: no address but its own', () => {
  const page = leadFormPage({ detail: 'x', typed: { name: '', email: '' } });
  expect(page).not.toMatch(/https?:|src=|<link|url\(/);
  expect(page).toContain('<html lang="fr-CH">');
  expect(page).toMatch(/Le support.*href="mailto:[^"]+@/);
  expect(PLAIN_PAGE_POLICY).toContain("default-src 'none'");
});
