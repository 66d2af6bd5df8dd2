import { render } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Gallery, primitives, shown } from './Gallery.tsx';

/** The components that files are named for. */
const named = (files: Record<string, unknown>, ending: RegExp) =>
  Object.keys(files)
    .filter((file) => ending.test(file) && !/\.(test|states)\./.test(file))
    .map((file) => file.split('/').at(-1)?.replace(ending, ''))
    .toSorted();

describe('the gallery', () => {
  it('has every primitive', () => {
    expect(primitives.map(({ name }) => name).toSorted()).toEqual(
      named(import.meta.glob('../components/ui/*.tsx'), /\.tsx$/),
    );
  });

  it('has every island; two are shown by the part that has their states', () => {
    const whole: Readonly<Record<string, string>> = { BookingForm: 'OwnBooking', AuditPanel: 'Audit' };
    const names = shown.map(({ name }) => whole[name] ?? name);
    expect(names).toEqual(
      expect.arrayContaining(named(import.meta.glob('../islands/**/*.tsx'), /\.island\.tsx$/)),
    );
  });

  it.each(shown.map(({ name, states }) => [name, Object.keys(states)] as const))(
    'shows %s in each state',
    (name, states) => {
      const complaints = vi.spyOn(console, 'error');
      const { getAllByRole } = render(<Gallery name={name} />);
      const sections = getAllByRole('region', { hidden: true }).filter(
        ({ className }) => className === 'state',
      );
      expect(sections.map((section) => section.getAttribute('aria-label'))).toEqual(states);
      for (const section of sections) expect(section.children.length).toBeGreaterThan(1);
      expect(complaints).not.toHaveBeenCalled();
    },
  );
});
