import { mount } from '../effects/night.ts';

mount(document.body);
