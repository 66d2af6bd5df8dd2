import { getImage } from 'astro:assets';
import type { ImageMetadata } from 'astro';
import after from './media/apres.avif?url';
import afterJpg from './media/apres.jpg?url';
import afterPhone from './media/apres-mobile.avif?url';
import afterPhoneJpg from './media/apres-mobile.jpg?url';
import before from './media/avant.avif?url';
import beforeJpg from './media/avant.jpg?url';
import beforePhone from './media/avant-mobile.avif?url';
import beforePhoneJpg from './media/avant-mobile.jpg?url';
import introduction from './media/film-etape.mp4?url';
import introductionCaptions from './media/film-etape.vtt?url&no-inline';
import introductionPosterImage from './media/film-etape-poster.avif';
import introductionPoster from './media/film-etape-poster.avif?url';
import introductionPosterJpg from './media/film-etape-poster.jpg?url';
import salesFilm from './media/film-vente.mp4?url';
import salesCaptions from './media/film-vente.vtt?url&no-inline';
import salesPosterImage from './media/film-vente-poster.avif';
import salesPoster from './media/film-vente-poster.avif?url';
import salesPosterJpg from './media/film-vente-poster.jpg?url';

/** The poster at the size of a phone's screen. */
async function forPhones(src: ImageMetadata): Promise<string> {
  return (await getImage({ src, width: 800, format: 'avif', quality: 55 })).src;
}

/** Addresses of the films and of the before/after pair, as the build names them. */
export const media = {
  before: { avif: before, jpg: beforeJpg, phone: { avif: beforePhone, jpg: beforePhoneJpg } },
  after: { avif: after, jpg: afterJpg, phone: { avif: afterPhone, jpg: afterPhoneJpg } },
  sales: {
    film: salesFilm,
    captions: salesCaptions,
    poster: { avif: salesPoster, phone: await forPhones(salesPosterImage), jpg: salesPosterJpg },
  },
  introduction: {
    film: introduction,
    captions: introductionCaptions,
    poster: {
      avif: introductionPoster,
      phone: await forPhones(introductionPosterImage),
      jpg: introductionPosterJpg,
    },
  },
};
