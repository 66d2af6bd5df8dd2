import { oncePainted } from './later.ts';

oncePainted(async () => (await import('../effects/confetti.ts')).mount(document.body));
