import { expect, it } from 'vitest';
import { AUDIT_STEPS, stepStates } from './audit.ts';

const progressOf = (view: Parameters<typeof stepStates>[0]) =>
  stepStates(view).map(({ progress }) => progress);

it('names every step in its order', () => {
  expect(stepStates({ state: 'waiting' }).map(({ step }) => step)).toEqual(AUDIT_STEPS);
});

it('marks what is done, what is being looked at and what comes next', () => {
  expect(progressOf({ state: 'waiting' })).toEqual(AUDIT_STEPS.map(() => 'next'));
  expect(progressOf({ state: 'running' })).toEqual(AUDIT_STEPS.map(() => 'next'));
  expect(progressOf({ state: 'running', step: 'address' })).toEqual([
    'now',
    ...['next', 'next', 'next', 'next', 'next', 'next'],
  ]);
  expect(progressOf({ state: 'running', step: 'desktop', pictures: ['phone.webp'] })).toEqual([
    ...['done', 'done', 'done', 'done', 'done'],
    'now',
    'next',
  ]);
  const pictures = ['desktop.webp', 'film-1.jpg', 'phone.webp'];
  expect(progressOf({ state: 'done', pictures })).toEqual(AUDIT_STEPS.map(() => 'done'));
});

it('says of no page that it was opened in a browser when none was', () => {
  const overHttp = ['done', 'done', 'done', 'done', 'left-out', 'left-out'];
  expect(progressOf({ state: 'running', step: 'report', pictures: [] })).toEqual([...overHttp, 'now']);
  expect(progressOf({ state: 'done' })).toEqual([...overHttp, 'done']);
});
