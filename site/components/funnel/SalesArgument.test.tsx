import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sales } from '#content/pages/sales.ts';
import { faceOf } from '../../assets/faces.ts';
import { Customers, People } from './People.tsx';
import { SalesArgument } from './SalesArgument.tsx';

const picture = { avif: 'a.avif', jpg: 'a.jpg', phone: { avif: 'p.avif', jpg: 'p.jpg' } };

it('has no block that the owner has not filled in, and every question', () => {
  render(<SalesArgument before={picture} after={picture} />);
  for (const title of [sales.people.title, sales.customers.title])
    expect(screen.queryByRole('heading', { name: title })).toBeNull();
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(6);
});

it('shows whom the owner names, each with what they do', () => {
  render(<People people={[{ name: 'Zoé Rey', role: 'Vous appelle', face: 'zoe.jpg', src: '/zoe.jpg' }]} />);
  expect(screen.getByRole('listitem').textContent).toBe('Zoé ReyVous appelle');
});

it('shows customers with one figure each', () => {
  const one = { name: 'Favre SA', city: 'Vevey', figure: '3 fois plus', counts: 'de demandes en trois mois' };
  render(<Customers customers={[one]} />);
  expect(screen.getByRole('listitem').textContent).toBe(
    '3 fois plusde demandes en trois moisFavre SA, Vevey',
  );
});

it('says which face is missing', () => expect(() => faceOf('zoe.jpg')).toThrow('« zoe.jpg » manque'));
