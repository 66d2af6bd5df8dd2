import { oncePainted } from './later.ts';

const silk = document.querySelector<HTMLElement>('[data-silk]');
if (silk)
  oncePainted(async () =>
    (await import('../effects/silk.ts')).mount(silk, { maxRatio: 2, speed: 0.4, amplitude: 0.3 }),
  );
