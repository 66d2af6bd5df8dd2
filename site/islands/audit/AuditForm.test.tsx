import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { auditLive } from '#content/pages/audit-live.ts';
import { AUDIT_WHY } from '../../markup.ts';
import { AuditForm } from './AuditForm.tsx';

it('without JavaScript says what the form does before until when a person sends the audit', () => {
  const html = renderToStaticMarkup(<AuditForm text={auditLive.form.text} />);
  expect(html.indexOf(AUDIT_WHY)).toBeGreaterThan(html.indexOf(auditLive.form.text));
});
