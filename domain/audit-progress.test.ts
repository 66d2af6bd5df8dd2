import { expect, it } from 'vitest';
import { STEP_NAMES } from './audit.ts';
import { stepMarks } from './audit-progress.ts';

const marks = (view: Parameters<typeof stepMarks>[0]) => stepMarks(view).map(({ mark }) => mark);

it('names every step in its order', () => {
  expect(stepMarks({ state: 'waiting' }).map(({ step }) => step)).toEqual(STEP_NAMES);
});

it('marks what is done, what is being looked at and what comes next', () => {
  expect(marks({ state: 'waiting' })).toEqual(STEP_NAMES.map(() => 'next'));
  expect(marks({ state: 'running' })).toEqual(STEP_NAMES.map(() => 'next'));
  expect(marks({ state: 'running', step: 'address' })).toEqual([
    'now',
    ...['next', 'next', 'next', 'next', 'next', 'next'],
  ]);
  expect(marks({ state: 'running', step: 'desktop', pictures: ['phone.webp'] })).toEqual([
    ...['done', 'done', 'done', 'done', 'done'],
    'now',
    'next',
  ]);
  const pictures = ['desktop.webp', 'film-1.jpg', 'phone.webp'];
  expect(marks({ state: 'done', pictures })).toEqual(STEP_NAMES.map(() => 'done'));
});

it('says of no page that it was opened in a browser when none was', () => {
  const overHttp = ['done', 'done', 'done', 'done', 'left-out', 'left-out'];
  expect(marks({ state: 'running', step: 'report', pictures: [] })).toEqual([...overHttp, 'now']);
  expect(marks({ state: 'done' })).toEqual([...overHttp, 'done']);
});
