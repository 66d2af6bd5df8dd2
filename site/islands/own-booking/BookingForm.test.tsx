import { render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { bookingForm } from './BookingForm.states.tsx';
import { BookingForm } from './BookingForm.tsx';

/** Where a call is booked the form is gone. */
const states = Object.entries(bookingForm.states).filter(([, { state }]) => state.call === undefined);

it.each(states)('%s: takes the room of every other state', (_name, props) => {
  const { container } = render(<BookingForm {...props} />);
  const cells = (css: string) => container.querySelectorAll(`.${css}`).length;
  expect([cells('free-time'), cells('free-zone'), cells('free-head')]).toEqual([14, 1, 1]);
});

it.each(states)('%s: names every field and every group', (_name, props) => {
  const { container } = render(<BookingForm {...props} />);
  for (const input of container.querySelectorAll<HTMLInputElement>('input:not([type=hidden])'))
    expect(input.labels?.length, input.name).toBeGreaterThan(0);
  for (const group of container.querySelectorAll('fieldset'))
    expect(group.querySelector('legend')?.textContent).not.toBe('');
  const ids = [...container.querySelectorAll('[id]')].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

it('keeps what was typed before its code came', () => {
  const props = bookingForm.states['avant le premier signe'];
  if (props === undefined) throw new Error('no such state');
  const page = document.createElement('div');
  page.innerHTML = renderToString(<BookingForm {...props} />);
  const field = page.querySelector<HTMLInputElement>('#booking-phone');
  if (field) field.value = '021 555';
  const complaints = vi.spyOn(console, 'error');
  render(<BookingForm {...props} />, { container: document.body.appendChild(page), hydrate: true });
  expect(field?.value).toBe('021 555');
  expect(complaints).not.toHaveBeenCalled();
});
