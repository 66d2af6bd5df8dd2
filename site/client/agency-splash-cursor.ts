import { mount } from '../effects/fluid/index.ts';
import { goBackWhereOneCameFrom } from './back.ts';

const stage = document.querySelector<HTMLElement>('[data-fluid]');
if (stage) mount(stage);
goBackWhereOneCameFrom();
