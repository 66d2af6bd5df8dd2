import { expect, it } from 'vitest';
import { mergedStyle } from './merge-styles.ts';

it('a rule that a page has twice is written once, where it decides', () => {
  const button = '@layer components{.button{color:red}}';
  expect(mergedStyle(`${button}\n@layer components{.wide{color:#00f}}\n${button}`)).toBe(
    '@layer components{.wide{color:#00f}.button{color:red}}',
  );
});

it('the same rule in two layers stays in both', () => {
  const css = '@layer base{a{color:red}}@layer pages{a{color:red}}';
  expect(mergedStyle(css)).toBe(css);
});
