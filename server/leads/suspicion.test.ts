import { expect, it } from 'vitest';
import { isFlood, type Observed, suspicionOf } from './suspicion.ts';

const honest: Observed = {
  lead: { name: 'Zoé Müller', email: 'zoe@example.ch' },
  trapFilled: false,
  proof: 'good',
  ageMs: 20_000,
};
const named = (name: string) => ({ lead: { name, email: 'zoe@example.ch' } });

it.each<[string, Partial<Observed>]>([
  ['an honest visitor', {}],
  ['a page without JavaScript', { proof: 'absent' }],
  ['a tab left open overnight', { proof: 'expired' }],
  ['a visitor who goes back and corrects a typing error', { proof: 'replayed' }],
  ['a very fast hand', { ageMs: 300 }],
  ['a company named after its site', named('Garage www.muller.ch')],
  ['a name with dots and slashes', { ...named('J.-P. Müller c/o M. et Mme. Favre'), proof: 'absent' }],
  ['a name with a bracket', { ...named('Müller [Genève] <3'), proof: 'absent' }],
])('lets %s through', (_, signs) => {
  expect(suspicionOf({ ...honest, ...signs })).toBeUndefined();
});

it.each<[string, Partial<Observed>, string]>([
  ['the filled trap', { trapFilled: true }, 'Champ piège rempli.'],
  ['a forged proof', { proof: 'forged' }, 'Preuve de travail falsifiée.'],
  [
    'a proof used before and a link',
    { proof: 'replayed', ...named('Gagnez https://x.example') },
    'Preuve de travail déjà utilisée, lien dans le nom.',
  ],
  [
    'no proof and a link',
    { proof: 'absent', ...named('Gagnez https://x.example') },
    'Preuve de travail absente, lien dans le nom.',
  ],
  [
    'an old proof and markup',
    { proof: 'expired', ...named('[url=x]ici[/url]') },
    'Preuve de travail périmée, balise dans le nom.',
  ],
  [
    'a hand too fast with a link',
    { ageMs: 100, ...named('promo.example/gagner') },
    'Envoi plus rapide qu’une personne, lien dans le nom.',
  ],
])('holds %s', (_, signs, reason) => {
  expect(suspicionOf({ ...honest, ...signs })).toBe(reason);
});

it.each<[string, Partial<Observed>, string | undefined]>([
  ['passes a fresh proof', {}, undefined],
  ['passes a fast hand with a fresh proof', { ageMs: 300 }, undefined],
  ['holds no proof', { proof: 'absent' }, 'Preuve de travail absente pendant un afflux.'],
  ['holds an old proof', { proof: 'expired' }, 'Preuve de travail périmée pendant un afflux.'],
  ['holds a used proof', { proof: 'replayed' }, 'Preuve de travail déjà utilisée pendant un afflux.'],
  ['holds a forged proof', { proof: 'forged' }, 'Preuve de travail falsifiée.'],
])('in a flood, %s', (_, signs, reason) => {
  expect(suspicionOf({ ...honest, ...signs, inFlood: true })).toBe(reason);
});

it.each([
  ['nothing', 0, 0, 20, false],
  ['a busy honest minute', 60, 0, 20, false],
  ['more than that', 61, 0, 20, true],
  ['what a busy site has each minute', 250, 50, 20, false],
  ['more than five times that', 251, 50, 20, true],
  ['a thousand from one address that may send them', 1_000, 0, 100_000, false],
])(
  '%s in a minute: %i, usually %i, %i for each address: flood %s',
  (_, lastMinute, usually, perAddress, flood) => {
    expect(isFlood({ lastMinute, usually, perAddress })).toBe(flood);
  },
);
