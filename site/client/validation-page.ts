import { mount } from '../effects/confetti.ts';

mount(document.body);
