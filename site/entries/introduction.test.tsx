import { expect, it } from 'vitest';
import { AUDIT_EXPECTED } from '../markup.ts';

const isExpected = () => document.documentElement.hasAttribute(AUDIT_EXPECTED);

it('shows that the audit of the lead is expected before React has come, and names the lead in the form', async () => {
  sessionStorage.setItem(
    'last_lead',
    JSON.stringify({ leadId: 'a', name: 'Claire', email: 'claire@rochat.ch', site: 'rochat.ch' }),
  );
  history.replaceState(null, '', '/introduction?name=Claire&email=claire%40rochat.ch&ref=signed');
  document.body.innerHTML =
    '<p data-greeting></p><a data-lead-again></a><input data-audit-lead><section id="audit"></section>';
  const lead = document.querySelector('input') as HTMLInputElement;
  await import('./introduction.ts');
  expect([isExpected(), lead.value]).toEqual([true, 'signed']);
  lead.value = '';
  // Another tab has written something.
  dispatchEvent(new Event('storage'));
  expect(lead.value).toBe('signed');
});
