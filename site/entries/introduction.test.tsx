import { expect, it } from 'vitest';

const field = (name: string) => document.querySelector(`[${name}]`) as HTMLInputElement;

it('proposes the site of the visitor’s e-mail once, and leaves the field to who empties it', async () => {
  history.replaceState(null, '', '/introduction?email=claire%40rochat.ch&ref=signed');
  document.body.innerHTML = '<input data-audit-address value=""><input data-audit-lead>';
  const address = field('data-audit-address');
  const lead = field('data-audit-lead');
  await import('./introduction.ts');
  expect([address.value, lead.value]).toEqual(['rochat.ch', 'signed']);
  address.value = lead.value = '';
  // Another tab has written something.
  dispatchEvent(new Event('storage'));
  expect([address.value, lead.value]).toEqual(['', 'signed']);
});
