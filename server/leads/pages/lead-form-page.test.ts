import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { leadFormPage } from './lead-form-page.tsx';

test('what was typed comes back as text, never as markup', () => {
  const { main } = leadFormPage({
    detail: 'Un champ doit être corrigé.',
    errors: [{ field: 'email', message: '<i>faute</i>' }],
    typed: { name: '"><script>alert(1)</script>', email: "o'brien&x" },
  });
  const page = renderToStaticMarkup(main);
  expect(page).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  expect(page).toContain('value="o&#x27;brien&amp;x"');
  expect(page).toContain('&lt;i&gt;faute');
  expect(page).not.toMatch(/<script|<i>/);
  expect(page).toMatch(/<input id="email"[^>]* autofocus/);
  expect(page.match(/autofocus/g)).toHaveLength(1);
  expect(page).toMatch(/Le support.*href="mailto:[^"]+@/);
});
