import { mount } from '../effects/sparkle.ts';

const logo = document.querySelector<HTMLElement>('[data-sparkle]');
if (logo) mount(logo);
