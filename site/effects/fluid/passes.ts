import { createPass, type Gl, type Pass } from '#site/effects/webgl.ts';

/**
 * The equations are those of Stam, "Stable Fluids" (SIGGRAPH 1999), and of Fedkiw, Stam and Jensen, "Visual Simulation
 * of Smoke" (SIGGRAPH 2001) for the vorticity confinement. Speeds are cells of the simulation a second; `cell` is one
 * of them, `point` one of the dye and `texel` one of what is drawn, in texture coordinates. What a textbook does in two
 * passes is done in one where the result is the same.
 */
const head = /* glsl */ `
precision highp sampler2D;
uniform sampler2D flow, pressure, dye;
uniform vec2 texel, cell, point, start, end;
uniform vec3 amount, ground;
uniform float aspect, radius, curl, dt, kept;
#define at (gl_FragCoord.xy * texel)
vec4 near(sampler2D field, float x, float y) { return texture2D(field, at + vec2(x, y) * cell); }
`;

/** Reads a texture between its points: by the driver, or by hand where it cannot filter half floats. */
const filtered = /* glsl */ `
vec4 between(sampler2D field, vec2 where, vec2 point) { return texture2D(field, where); }
`;
const unfiltered = /* glsl */ `
vec4 between(sampler2D field, vec2 where, vec2 point) {
  vec2 spot = where / point - 0.5, share = fract(spot), x = vec2(point.x, 0.0), y = vec2(0.0, point.y);
  where = (floor(spot) + 0.5) * point;
  return mix(
    mix(texture2D(field, where), texture2D(field, where + x), share.x),
    mix(texture2D(field, where + y), texture2D(field, where + point), share.x),
    share.y
  );
}
`;

/** Adds `amount` along the stroke from `start` to `end`, fading with the distance in canvas heights. */
const splat = /* glsl */ `
void main() {
  vec2 heights = vec2(aspect, 1.0), here = (at - start) * heights, stroke = (end - start) * heights;
  here -= stroke * clamp(dot(here, stroke) / max(dot(stroke, stroke), 1e-9), 0.0, 1.0);
  gl_FragColor = vec4(amount * exp(-dot(here, here) / radius), 0.0);
}`;

/** The force that winds up the eddies which the grid smears out, out of twice the flow's curl here and beside here. */
const confine = /* glsl */ `
float w(float x, float y) {
  return near(flow, x + 1.0, y).y - near(flow, x - 1.0, y).y - near(flow, x, y + 1.0).x + near(flow, x, y - 1.0).x;
}
void main() {
  vec2 rise = vec2(abs(w(1.0, 0.0)) - abs(w(-1.0, 0.0)), abs(w(0.0, 1.0)) - abs(w(0.0, -1.0)));
  rise *= 0.5 * curl * dt * w(0.0, 0.0) / (length(rise) + 4e-4);
  gl_FragColor = clamp(near(flow, 0.0, 0.0) + vec4(rise.y, -rise.x, 0.0, 0.0), -1000.0, 1000.0);
}`;

/** Divergence of the flow inside four walls, beside the pressure that the iteration starts from. */
const diverge = /* glsl */ `
void main() {
  vec2 here = near(flow, 0.0, 0.0).xy;
  float l = at.x < cell.x ? -here.x : near(flow, -1.0, 0.0).x,
    r = at.x > 1.0 - cell.x ? -here.x : near(flow, 1.0, 0.0).x,
    b = at.y < cell.y ? -here.y : near(flow, 0.0, -1.0).y,
    t = at.y > 1.0 - cell.y ? -here.y : near(flow, 0.0, 1.0).y;
  gl_FragColor = vec4(near(pressure, 0.0, 0.0).x * kept, 0.5 * (r - l + t - b), 0.0, 1.0);
}`;

/**
 * Two Jacobi steps at once: the pressures one cell away, as the first step would leave them, are written out in those
 * two cells away. x is the pressure, y the divergence, which goes along unchanged.
 */
const relaxTwice = /* glsl */ `
vec2 p(float x, float y) { return near(pressure, x, y).xy; }
void main() {
  vec2 here = p(0.0, 0.0);
  vec2 beside = p(-1.0, 0.0) + p(1.0, 0.0) + p(0.0, -1.0) + p(0.0, 1.0);
  vec2 corners = p(-1.0, -1.0) + p(-1.0, 1.0) + p(1.0, -1.0) + p(1.0, 1.0);
  vec2 far = p(-2.0, 0.0) + p(2.0, 0.0) + p(0.0, -2.0) + p(0.0, 2.0);
  float stepped = here.x + 0.5 * corners.x + 0.25 * (far.x - beside.y);
  gl_FragColor = vec4(0.25 * (stepped - here.y), here.y, 0.0, 1.0);
}`;

/** Takes the pressure's slope off the flow, then lets the flow carry itself: where it came from is where it is read. */
const carryFlow = /* glsl */ `
float p(vec2 where) { return between(pressure, where, cell).x; }
vec2 free(vec2 where) {
  vec2 x = vec2(cell.x, 0.0), y = vec2(0.0, cell.y);
  return between(flow, where, cell).xy - 0.5 * vec2(p(where + x) - p(where - x), p(where + y) - p(where - y));
}
void main() {
  gl_FragColor = vec4(kept * free(at - dt * free(at) * cell), 0.0, 1.0);
}`;

/** Lets the flow carry the dye. How much of it there is goes along as alpha. */
const carryDye = /* glsl */ `
void main() {
  vec3 ink = kept * between(dye, at - dt * between(flow, at, cell).xy * cell, point).rgb;
  gl_FragColor = vec4(ink, length(ink));
}`;

/** The dye over the ground, with a little relief, as ink in water has; the noise hides the steps of eight bits. */
const show = /* glsl */ `
float much(float x, float y) { return texture2D(dye, at + vec2(x, y) * point).a; }
void main() {
  vec3 ink = between(dye, at, point).rgb;
  vec3 normal = vec3(much(1.0, 0.0) - much(-1.0, 0.0), much(0.0, 1.0) - much(0.0, -1.0), length(point) * 12.0);
  // Much dye saturates as ink does, instead of being cut off.
  vec3 colour = 0.92 * (1.0 - exp(-1.5 * ink)) * min(normalize(normal).z + 0.65, 1.0);
  float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  gl_FragColor = vec4(ground + colour + (noise - 0.5) / 128.0, 1.0);
}`;

/** In the order of `Passes`. */
const fragments = [splat, confine, diverge, relaxTwice, carryFlow, carryDye, show];

/** In the order in which a frame needs them, the picture last. */
export type Passes = [
  splat: Pass,
  confine: Pass,
  diverge: Pass,
  relaxTwice: Pass,
  carryFlow: Pass,
  carryDye: Pass,
  show: Pass,
];

/** The fields by their texture units: each is always read from its own. */
const FIELDS = ['flow', 'pressure', 'dye'];

/** Compiles every pass, or returns undefined when the driver refuses one. */
export function compilePasses(gl: Gl, canFilter: boolean): Passes | undefined {
  const between = canFilter ? filtered : unfiltered;
  const passes = fragments.map((fragment) => createPass(gl, head + between + fragment, FIELDS));
  return passes.every((pass) => pass) ? (passes as Passes) : undefined;
}
