import { act, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { hydrate } from '../hydrate.ts';
import { Island } from '../Island.tsx';
import { Compare } from './Compare.island.tsx';

const pictures = { avif: '/a.avif', jpg: '/a.jpg', phone: { avif: '/p.avif', jpg: '/p.jpg' } };
const props = {
  before: { ...pictures, alt: 'Le site de 2009', label: 'Avant' },
  after: { ...pictures, alt: 'Le site reconstruit', label: 'Après' },
  control: 'Position',
};

const range = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Position' });
const frame = () => document.querySelector('[data-compare]') as HTMLElement;
const seam = () => [
  range().value,
  range().getAttribute('aria-valuetext'),
  frame().style.getPropertyValue('--seam'),
];

afterEach(() => {
  document.body.innerHTML = '';
});

it('begins in the middle, as its styles have it, and follows the control', () => {
  render(<Compare {...props} />);
  expect(seam()).toEqual(['50', '50\u202f% de la page d’avant', '']);
  fireEvent.input(range(), { target: { value: '70' } });
  expect(seam()).toEqual(['70', '70\u202f% de la page d’avant', '70%']);
  fireEvent.input(range(), { target: { value: '50' } });
  expect(seam()).toEqual(['50', '50\u202f% de la page d’avant', '']);
});

it('follows a pointer that presses anywhere on the pictures, as long as it does', () => {
  render(<Compare {...props} />);
  const held = new Set<number>();
  Object.assign(frame(), {
    getBoundingClientRect: () => ({ left: 100, width: 200 }),
    setPointerCapture: (id: number) => held.add(id),
    hasPointerCapture: (id: number) => held.has(id),
  });
  const at = (type: string, clientX: number, pointerId: number) =>
    act(() => frame().dispatchEvent(new PointerEvent(type, { clientX, pointerId, bubbles: true })));
  at('pointermove', 150, 1);
  expect(range().value).toBe('50');
  at('pointerdown', 150, 1);
  expect([range().value, document.activeElement]).toEqual(['25', range()]);
  held.add(1);
  at('pointermove', 900, 1);
  expect(range().value).toBe('100');
  held.delete(1);
  at('pointermove', 150, 1);
  expect(range().value).toBe('100');
});

it('takes the place over to which the control was moved before React came', () => {
  const complaints = vi.spyOn(console, 'error');
  document.body.innerHTML = renderToString(<Island name="Compare" of={Compare} props={props} />);
  expect(document.body.innerHTML).not.toContain('style=');
  range().value = '30';
  act(() => hydrate(document.querySelector('[data-island]') as HTMLElement, Compare as never));
  expect(seam()).toEqual(['30', '30\u202f% de la page d’avant', '30%']);
  expect(complaints).not.toHaveBeenCalled();
});
