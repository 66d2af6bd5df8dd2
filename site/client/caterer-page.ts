import { goBackWhereOneCameFrom } from './back.ts';
import { onceTouched } from './later.ts';

onceTouched(goBackWhereOneCameFrom);
