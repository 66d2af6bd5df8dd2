import { goBackWhereOneCameFrom } from './back.ts';
import { oncePainted, onceTouched } from './later.ts';

onceTouched(goBackWhereOneCameFrom);
const stage = document.querySelector<HTMLElement>('[data-fluid]');
if (stage) oncePainted(async () => (await import('../effects/fluid/index.ts')).mount(stage));
