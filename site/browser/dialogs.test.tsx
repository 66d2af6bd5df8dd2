import { beforeAll, beforeEach, expect, it } from 'vitest';
import { openDialogsByAddress } from './dialogs.ts';

const dialog = () => document.querySelector('dialog') as HTMLDialogElement;
const input = () => document.querySelector('input') as HTMLInputElement;
const press = (on: Element) => on.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
const click = (on: Element) => on.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));

beforeAll(() => {
  document.body.innerHTML = '<dialog id="one"><input><button type="button" data-close>×</button></dialog>';
  openDialogsByAddress();
});
beforeEach(() => dialog().show());

it('closes by a click on its backdrop, which is the dialog itself to the page', () => {
  press(dialog());
  click(dialog());
  expect(dialog().open).toBe(false);
});

it('stays open when text is selected in it and the pointer let go over the backdrop', () => {
  press(input());
  click(dialog());
  expect(dialog().open).toBe(true);
});

it('closes by its button, with and without a pointer', () => {
  const close = document.querySelector('button') as HTMLButtonElement;
  click(close);
  expect(dialog().open).toBe(false);
});
