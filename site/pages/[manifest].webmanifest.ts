import type { APIRoute, InferGetStaticPropsType } from 'astro';
import { manifests } from '#content/seo.ts';

export const getStaticPaths = () =>
  manifests.map((manifest) => ({ params: { manifest: manifest.path }, props: manifest }));

/** How each house stands among a phone's tiles. Its icons are made at build (scripts/build/icons.ts). */
export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = ({ props }) => {
  const { house, start, name, description, color } = props;
  return Response.json({
    id: start,
    start_url: start,
    scope: '/',
    lang: 'fr-CH',
    name,
    short_name: name,
    description,
    display: 'browser',
    background_color: color,
    theme_color: color,
    icons: [
      { src: `/icon-${house}.svg`, type: 'image/svg+xml', sizes: 'any' },
      ...[192, 512].flatMap((size) =>
        (['any', 'maskable'] as const).map((purpose) => ({
          src: `/icon-${house}-${size}.png`,
          type: 'image/png',
          sizes: `${size}x${size}`,
          purpose,
        })),
      ),
    ],
  });
};
