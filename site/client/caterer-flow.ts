import { mount } from '../effects/silk.ts';

const silk = document.querySelector<HTMLElement>('[data-silk]');
if (silk) mount(silk, { maxRatio: 2, speed: 0.4, amplitude: 0.3 });
