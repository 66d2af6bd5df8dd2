import { oncePainted } from './later.ts';

const logo = document.querySelector<HTMLElement>('[data-sparkle]');
if (logo) oncePainted(async () => (await import('../effects/sparkle.ts')).mount(logo));
