import { goBackWhereOneCameFrom } from '../browser/back.ts';
import { onFirstInteraction } from '../browser/later.ts';

onFirstInteraction(goBackWhereOneCameFrom);
