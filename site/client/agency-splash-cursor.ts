import { goBackWhereOneCameFrom } from './back.ts';
import { oncePainted } from './later.ts';

goBackWhereOneCameFrom();
const stage = document.querySelector<HTMLElement>('[data-fluid]');
if (stage) oncePainted(async () => (await import('../effects/fluid/index.ts')).mount(stage));
