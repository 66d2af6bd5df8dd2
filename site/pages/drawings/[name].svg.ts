import type { APIRoute } from 'astro';
import { sceneSheet } from '../../components/caterer/scenes/Scene.tsx';

export const getStaticPaths = () => [{ params: { name: sceneSheet.name } }];

/** Drawings too large to stand in a page. */
export const GET: APIRoute = () =>
  new Response(sceneSheet.svg, { headers: { 'content-type': 'image/svg+xml' } });
