import { goBackWhereOneCameFrom } from './back.ts';

goBackWhereOneCameFrom();
