// What /sales needs once somebody scrolls, and may come a little later for: a file of its own.
import { hideThumbBarNearForm } from '../components/funnel/thumb-bar.ts';
import { showPicturesWhenNear } from '../islands/compare/near-pictures.ts';

showPicturesWhenNear();
hideThumbBarNearForm();
