import { expect, it } from 'vitest';
import { factsFrom } from './fact.ts';
import { parseFactFile } from './fact-file.ts';
import {
  date,
  email,
  exceptionalDay,
  exceptionalDays,
  listOf,
  oneOf,
  phone,
  record,
  text,
  time,
  weekdays,
  wholeNumber,
} from './kinds.ts';

/** The facts of an owner who wrote `house.yaml`. */
const of = (yaml: string) => factsFrom(new Map([['house', parseFactFile(yaml)]]));

const NAME = ['house.name', 'Exemple SA', 'le nom'] as const;

it('a fact is made up until the owner says it; then hers holds', () => {
  const silent = of('');
  expect(silent.placeholder(...NAME)).toBe('Exemple SA');
  expect(silent.isPlaceholder('house.name')).toBe(true);
  const said = of("name: L'Atelier d'Anne");
  expect(said.placeholder(...NAME)).toBe('L’Atelier d’Anne');
  expect(said.isPlaceholder('house.name')).toBe(false);
  expect(said.facts()).toMatchObject([{ path: 'house.name', given: true, invented: true }]);
});

it('a name without a value has not been answered', () => {
  const facts = of('name:\n');
  expect(facts.placeholder(...NAME)).toBe('Exemple SA');
  expect(facts.isPlaceholder('house.name')).toBe(true);
  expect(facts.faults()).toEqual([]);
});

it('every value is the text that was typed', () => {
  const facts = of('code: 0803\nnumber: +41 21 555 01 48\nname: non\n');
  expect(facts.placeholder('house.code', '1000', 'le code')).toBe('0803');
  expect(facts.placeholder('house.number', '+41 25 555 01 48', 'le numéro', phone)).toBe('+41 21 555 01 48');
  expect(facts.placeholder(...NAME)).toBe('non');
  expect(facts.faults()).toEqual([]);
});

it.each([
  ['opens', '9h', time, /09:00/],
  ['opens', '25:00', time, /09:00/],
  ['day', '2026-02-31', date, /2026-11-21/],
  ['months', '0', wholeNumber(1, 120), /de 1 à 120/],
  ['months', 'deux', wholeNumber(1, 120), /nombre entier/],
  ['email', 'anne@exemple', email, /adresse e-mail/],
  ['phone', '0215550148', phone, /\+41/],
  ['phone', '+41 21 555 01 4', phone, /neuf chiffres/],
  ['phone', '+41 021 555 01 48', phone, /neuf chiffres/],
  ['eve', '2026-12-24 16:00-09:00', exceptionalDay, /09:00-16:00/],
  ['eve', '2026-02-31 fermé', exceptionalDay, /fermé/],
  ['safeguard', 'autre', oneOf('framework', 'clauses'), /« framework » ou « clauses »/],
] as const)(
  '%s: %s cannot be used: the line is named, with what is expected',
  (name, value, kind, expected) => {
    const facts = of(`# Mes faits\n${name}: ${value}\n`);
    expect(facts.decided<unknown>(`house.${name}`, 'before', 'ce qui est demandé', kind)).toBe('before');
    expect(facts.faults()).toEqual([
      { where: 'facts/house.yaml, ligne 2', text: expect.stringMatching(expected) },
    ]);
  },
);

it('a name that no fact has is told with those that exist there', () => {
  const facts = of('agency:\n  brnad: Atelier\n  city: Lausanne\n');
  facts.placeholder('house.agency.brand', 'Exemple', 'le nom');
  facts.placeholder('house.agency.city', 'Sion', 'la ville');
  expect(facts.faults()).toEqual([
    { where: 'facts/house.yaml, ligne 2', text: expect.stringMatching(/agency\.brnad.*brand, city/) },
  ]);
});

it('a file that nothing is asked of, and one that cannot be read, are told', () => {
  expect(of('name: x').faults()).toMatchObject([{ text: expect.stringContaining('house') }]);
  const broken = of('name: "x\ncity: y');
  broken.placeholder(...NAME);
  expect(broken.faults()[0]?.text).toMatch(/ne peut pas être lu/);
  const twice = of('name: x\nname: y');
  twice.placeholder(...NAME);
  expect(twice.faults()).toHaveLength(1);
});

it('a list holds what each of its entries must have, and nothing else', () => {
  const people = listOf(record({ name: text, role: text }));
  const entry = '- name: Camille\n  role: Vous appelle\n';
  const ask = (yaml: string) => {
    const facts = of(`people:\n${yaml}`);
    return {
      people: facts.decided<readonly object[]>('house.people', [], 'qui', people),
      faults: facts.faults(),
    };
  };
  expect(ask(entry)).toEqual({ people: [{ name: 'Camille', role: 'Vous appelle' }], faults: [] });
  for (const wrong of ['- name: Camille\n', `${entry}  face: a.jpg\n`, '- Camille\n', '  Camille\n'])
    expect(ask(wrong)).toMatchObject({
      people: [],
      faults: [{ text: expect.stringContaining('une liste') }],
    });
});

it('days with other hours are lines of a day and its hours', () => {
  const facts = of('exceptions:\n  - 2026-12-24 09:00-16:00\n  - 2026-12-26 fermé\n');
  expect(facts.decided('house.exceptions', [], 'les jours', exceptionalDays)).toEqual([
    { date: 20_811, hours: { opens: '09:00', closes: '16:00' } },
    { date: 20_813, hours: undefined },
  ]);
  expect(facts.faults()).toEqual([]);
});

it('days of the week are a stretch of them, or some', () => {
  const read = (value: string) => weekdays.read({ line: 1, value });
  expect([read('lundi-vendredi'), read('samedi, mardi, jeudi'), read('mardi-jeudi, dimanche')]).toEqual([
    [1, 2, 3, 4, 5],
    [2, 4, 6],
    [2, 3, 4, 7],
  ]);
  expect(['lundi-', 'vendredi-lundi', 'lundi-mardi-jeudi', 'montag', ''].map(read)).toEqual(
    Array(5).fill(undefined),
  );
  expect(weekdays.write?.([2, 4])).toBe('mardi, jeudi');
});

it('hours the wrong way round are told at the line of the one that the owner gave', () => {
  const inOrder = (yaml: string) => {
    const facts = of(yaml);
    const hours = {
      opens: facts.decided('house.hours.opens', '09:00', 'l’ouverture', time),
      closes: facts.decided('house.hours.closes', '18:00', 'la fermeture', time),
    };
    facts.inOrder('house.hours', hours);
    return facts.faults().map(({ where, text }) => `${where} ${text}`);
  };
  expect(inOrder('hours:\n  opens: 17:30\n  closes: 09:00\n')).toEqual([
    expect.stringMatching(/ligne 3 .*09:00.*17:30/),
  ]);
  expect(inOrder('hours:\n  opens: 18:00\n')).toEqual([expect.stringContaining('ligne 2')]);
  expect(inOrder('hours:\n  opens: 07:00\n')).toEqual([]);
  expect(inOrder('')).toEqual([]);
});

it('a day with other hours stands once in a list', () => {
  const facts = of('exceptions:\n  - 2026-12-24 09:00-16:00\n  - 2026-12-24 fermé\n');
  facts.decided('house.exceptions', [], 'les jours', exceptionalDays);
  expect(facts.faults()).toEqual([
    { where: 'facts/house.yaml, ligne 1', text: expect.stringContaining('une seule fois') },
  ]);
});
