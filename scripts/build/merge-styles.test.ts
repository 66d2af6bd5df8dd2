import { expect, it } from 'vitest';
import { mergedStyle } from './merge-styles.ts';

it('a rule that a page has twice is written once, where it decides', () => {
  const button = '@layer components{.button{color:red}}';
  expect(mergedStyle(`${button}\n@layer components{.wide{color:#00f}}\n${button}`)).toBe(
    '@layer components{.wide{color:#00f}.button{color:red}}',
  );
});

it('a block that a page has twice is written once, and a rule of one that another has as well', () => {
  const print = '@media print{a{color:red}b{top:0}}';
  expect(mergedStyle(`${print}i{content:"}"}${print}u{top:0}@media print{a{color:red}}`)).toBe(
    'i{content:"}"}@media print{b{top:0}}u{top:0}@media print{a{color:red}}',
  );
});

it('a rule for what neither the page nor its scripts show is left out', () => {
  const shown = '<p class="open_a-1 wide_b_2"></p>';
  const rules = (selectors: string[]) => selectors.map((one, i) => `${one}{top:${i + 1}px}`).join('');
  const used = rules(['.open_a-1', 'p:not(.shut_a-1)', '.shut_a-1,.wide_b_2', '.plain', '.shut_a-1x']);
  const css = `${used}@keyframes in_a-1{to{top:0}}`;
  const unused = rules(['.shut_a-1', '.wide_b_2 .shut_a-1:is(a,b)']);
  expect(mergedStyle(`${css}${unused}@media print{${unused}}`, shown)).toBe(css);
  expect(mergedStyle(`${css}${unused}`)).toBe(css + unused);
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
