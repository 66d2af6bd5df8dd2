import { oncePainted } from './later.ts';

oncePainted(async () => (await import('../effects/night.ts')).mount(document.body));
