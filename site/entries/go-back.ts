import { goBackWhereOneCameFrom } from '../browser/back.ts';
import { onceTouched } from '../browser/later.ts';

onceTouched(goBackWhereOneCameFrom);
