import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Button } from './Button.tsx';

it('is a link where it leads somewhere, and says when that is elsewhere', () => {
  render(
    <Button href="/sales" newTab>
      Recevoir mon audit
    </Button>,
  );
  const link = screen.getByRole('link', { name: 'Recevoir mon audit (dans un nouvel onglet)' });
  expect(link).toHaveProperty('target', '_blank');
  expect(link).toHaveProperty('rel', 'noopener');
});

it('is a button where it does something, and sends no form unless told to', () => {
  const onClick = vi.fn();
  render(<Button onClick={onClick}>Fermer</Button>);
  const button = screen.getByRole('button', { name: 'Fermer' });
  button.click();
  expect(onClick).toHaveBeenCalledOnce();
  expect(button).toHaveProperty('type', 'button');
});
