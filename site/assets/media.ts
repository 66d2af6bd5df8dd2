import after from './media/apres.avif?url';
import afterJpg from './media/apres.jpg?url';
import afterPhone from './media/apres-mobile.avif?url';
import afterPhoneJpg from './media/apres-mobile.jpg?url';
import before from './media/avant.avif?url';
import beforeJpg from './media/avant.jpg?url';
import beforePhone from './media/avant-mobile.avif?url';
import beforePhoneJpg from './media/avant-mobile.jpg?url';
import introduction from './media/film-etape.mp4?url';
import introductionCaptions from './media/film-etape.vtt?url';
import introductionPoster from './media/film-etape-poster.avif?url';
import introductionPosterJpg from './media/film-etape-poster.jpg?url';
import salesFilm from './media/film-vente.mp4?url';
import salesCaptions from './media/film-vente.vtt?url';
import salesPoster from './media/film-vente-poster.avif?url';
import salesPosterJpg from './media/film-vente-poster.jpg?url';

/** Addresses of what `npm run films` makes, as the build names them. */
export const media = {
  before: { avif: before, jpg: beforeJpg, phone: { avif: beforePhone, jpg: beforePhoneJpg } },
  after: { avif: after, jpg: afterJpg, phone: { avif: afterPhone, jpg: afterPhoneJpg } },
  sales: { film: salesFilm, captions: salesCaptions, poster: { avif: salesPoster, jpg: salesPosterJpg } },
  introduction: {
    film: introduction,
    captions: introductionCaptions,
    poster: { avif: introductionPoster, jpg: introductionPosterJpg },
  },
};
