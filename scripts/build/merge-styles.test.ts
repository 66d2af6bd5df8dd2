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

it('nested rules, ranges of widths and what is below one are written as the oldest browsers read them', () => {
  expect(mergedStyle('@media (width < 768px){a{color:red;&:hover{color:#00f}}}')).toBe(
    '@media (max-width:767.98px){a{color:red}a:hover{color:#00f}}',
  );
  expect(mergedStyle('@media (width >= 820px) and (height < 960px){a{color:red}}')).toBe(
    '@media (min-width:820px) and (max-height:959.98px){a{color:red}}',
  );
});
