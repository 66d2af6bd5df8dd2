import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Arrow } from './Arrow.tsx';
import { BackLink } from './BackLink.tsx';
import { Badge } from './Badge.tsx';
import { Dialog } from './Dialog.tsx';
import { PhoneLink } from './PhoneLink.tsx';
import { SkipLink } from './SkipLink.tsx';
import { TextField } from './TextField.tsx';

it('an arrow is drawn three ways and said none', () => {
  const drawn = (['on', 'back', 'out'] as const).map((to) => {
    const { container } = render(<Arrow to={to} />);
    expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
    return container.querySelector('path')?.getAttribute('d');
  });
  expect(new Set(drawn).size).toBe(3);
});

it('a way back is a link to the landing, marked for the script that knows the page before', () => {
  render(<BackLink href="/home" />);
  const link = screen.getByRole('link', { name: 'Retour' });
  expect(link.getAttribute('href')).toBe('/home');
  expect(link.hasAttribute('data-back')).toBe(true);
});

it('a badge looks as it was asked to', () => {
  render(<Badge look="notice">Fermé</Badge>);
  expect(screen.getByText('Fermé').className).toBe('badge notice');
});

it('a dialog is named by its title and has a button that closes it', () => {
  render(
    <Dialog id="info" title="Horaires" closeLabel="Fermer" above={<Badge>Nouveau</Badge>}>
      Bonjour
    </Dialog>,
  );
  document.querySelector('dialog')?.showModal();
  const dialog = screen.getByRole('dialog', { name: 'Horaires' });
  expect(dialog.id).toBe('info');
  expect(dialog.textContent).toBe('NouveauHorairesBonjour');
  expect(screen.getByRole('button', { name: 'Fermer' }).hasAttribute('data-close')).toBe(true);
});

it('a phone number is read in one line and dialled without its spaces', () => {
  render(<PhoneLink phone="+41 21 345 67 89" />);
  const link = screen.getByRole('link');
  expect(link.textContent).toBe('+41\u00a021\u00a0345\u00a067\u00a089');
  expect(link.getAttribute('href')).toBe('tel:+41213456789');
});

it('the first stop of the keyboard leads past the header', () => {
  render(<SkipLink />);
  expect(screen.getByRole('link', { name: 'Aller au contenu' }).getAttribute('href')).toBe('#contenu');
});

it('a field is named by its label, and described by its fault before its hint', () => {
  const { rerender } = render(<TextField id="a" name="email" label="E-mail" />);
  const field = screen.getByRole('textbox', { name: 'E-mail' });
  expect([field.getAttribute('aria-invalid'), field.getAttribute('aria-describedby')]).toEqual([null, null]);
  rerender(<TextField id="a" name="email" label="E-mail" hint="Indice." fault="Faute." />);
  const notes = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(notes.map((id) => document.getElementById(id)?.textContent)).toEqual(['Faute.', 'Indice.']);
  expect(field.getAttribute('aria-invalid')).toBe('true');
});
