import { expect, it } from 'vitest';
import { afterEvent, FIRST_STATE } from './booking-state.ts';

it('counts no fault that is mended: a time that was missing is chosen, the number is still wrong', () => {
  const errors = [
    { field: 'start', message: 'Choisissez une heure dans la liste.' },
    { field: 'phone', message: 'Ce numéro de téléphone n’est pas valable.' },
  ];
  const detail = 'Deux champs doivent être corrigés.';
  const refused = afterEvent(FIRST_STATE, { kind: 'answered', answer: { kind: 'refused', errors, detail } });
  expect(refused.problem).toMatchObject({ detail });
  const chosen = afterEvent(refused, { kind: 'timeChosen', start: '2026-11-24T09:00:00Z' });
  expect(chosen.problem).toBeUndefined();
  expect(chosen.errors).toEqual(errors.slice(1));
});
