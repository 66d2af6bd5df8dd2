/**
 * The equations are those of Stam, "Stable Fluids" (SIGGRAPH 1999), and of Fedkiw, Stam and Jensen, "Visual Simulation
 * of Smoke" (SIGGRAPH 2001) for the vorticity confinement. Speeds are cells of the simulation a second; `cell` is one
 * of them in texture coordinates. What a textbook does in two passes is done in one where the result is the same.
 */
const head = `
precision highp float;
precision highp sampler2D;
varying vec2 at;
`;

/** Covers the viewport; `box` is the part of the picture that the viewport shows (left, bottom, right, top). */
export const coverVertex = `
attribute vec2 corner;
varying vec2 at;
uniform vec4 box;
void main() {
  at = mix(box.xy, box.zw, corner * 0.5 + 0.5);
  gl_Position = vec4(corner, 0.0, 1.0);
}`;

/** Adds `amount` along the stroke from `start` to `end`, fading with the distance. Lengths in canvas heights. */
export const splat = `${head}
uniform float aspect, radius;
uniform vec2 start, end;
uniform vec3 amount;
void main() {
  vec2 here = vec2(at.x * aspect, at.y) - start;
  vec2 stroke = end - start;
  float along = clamp(dot(here, stroke) / max(dot(stroke, stroke), 1e-9), 0.0, 1.0);
  vec2 away = here - along * stroke;
  gl_FragColor = vec4(amount * exp(-dot(away, away) / radius), 0.0);
}`;

/** Curl of the flow here and beside here, and the force that winds up the eddies which the grid smears out. */
export const confine = `${head}
uniform sampler2D flow;
uniform vec2 cell;
uniform float strength, dt;
vec2 v(float x, float y) { return texture2D(flow, at + vec2(x, y) * cell).xy; }
float curl(vec2 left, vec2 right, vec2 bottom, vec2 top) {
  return 0.5 * (right.y - left.y - top.x + bottom.x);
}
void main() {
  vec2 here = v(0.0, 0.0);
  vec2 l = v(-1.0, 0.0), r = v(1.0, 0.0), b = v(0.0, -1.0), t = v(0.0, 1.0);
  vec2 lb = v(-1.0, -1.0), lt = v(-1.0, 1.0), rb = v(1.0, -1.0), rt = v(1.0, 1.0);
  float w = curl(l, r, b, t);
  vec2 rise = 0.5 * vec2(
    abs(curl(here, v(2.0, 0.0), rb, rt)) - abs(curl(v(-2.0, 0.0), here, lb, lt)),
    abs(curl(lt, rt, here, v(0.0, 2.0))) - abs(curl(lb, rb, v(0.0, -2.0), here))
  );
  vec2 n = rise / (length(rise) + 1e-4);
  gl_FragColor = vec4(clamp(here + strength * w * vec2(n.y, -n.x) * dt, -1000.0, 1000.0), 0.0, 1.0);
}`;

/** Divergence of the flow inside four walls, beside the pressure that the iteration starts from. */
export const diverge = `${head}
uniform sampler2D flow, pressure;
uniform vec2 cell;
uniform float kept;
void main() {
  vec2 here = texture2D(flow, at).xy;
  float l = at.x < cell.x ? -here.x : texture2D(flow, at - vec2(cell.x, 0.0)).x;
  float r = at.x > 1.0 - cell.x ? -here.x : texture2D(flow, at + vec2(cell.x, 0.0)).x;
  float b = at.y < cell.y ? -here.y : texture2D(flow, at - vec2(0.0, cell.y)).y;
  float t = at.y > 1.0 - cell.y ? -here.y : texture2D(flow, at + vec2(0.0, cell.y)).y;
  gl_FragColor = vec4(texture2D(pressure, at).x * kept, 0.5 * (r - l + t - b), 0.0, 1.0);
}`;

/**
 * Two Jacobi steps at once: the pressures one cell away, as the first step would leave them, are written out in those
 * two cells away. x is the pressure, y the divergence, which goes along unchanged.
 */
export const relaxTwice = `${head}
uniform sampler2D pressure;
uniform vec2 cell;
vec2 p(float x, float y) { return texture2D(pressure, at + vec2(x, y) * cell).xy; }
void main() {
  vec2 here = p(0.0, 0.0);
  float beside = p(-1.0, 0.0).y + p(1.0, 0.0).y + p(0.0, -1.0).y + p(0.0, 1.0).y;
  float corners = p(-1.0, -1.0).x + p(-1.0, 1.0).x + p(1.0, -1.0).x + p(1.0, 1.0).x;
  float far = p(-2.0, 0.0).x + p(2.0, 0.0).x + p(0.0, -2.0).x + p(0.0, 2.0).x;
  float stepped = 0.25 * (4.0 * here.x + 2.0 * corners + far - beside);
  gl_FragColor = vec4(0.25 * (stepped - here.y), here.y, 0.0, 1.0);
}`;

/** Reads a texture between its points by hand, where the driver cannot filter half floats. */
const between = `
#ifdef UNFILTERED
vec4 between(sampler2D field, vec2 where, vec2 size) {
  vec2 spot = where * size - 0.5;
  vec2 share = fract(spot);
  vec2 corner = (floor(spot) + 0.5) / size;
  vec2 next = 1.0 / size;
  return mix(
    mix(texture2D(field, corner), texture2D(field, corner + vec2(next.x, 0.0)), share.x),
    mix(texture2D(field, corner + vec2(0.0, next.y)), texture2D(field, corner + next), share.x),
    share.y
  );
}
#else
#define between(field, where, size) texture2D(field, where)
#endif
`;

/** Takes the pressure's slope off the flow, then lets the flow carry itself: where it came from is where it is read. */
export const projectAndCarry = `${head}${between}
uniform sampler2D flow, pressure;
uniform vec2 cell, size;
uniform float dt, kept;
vec2 free(vec2 where) {
  vec2 slope = vec2(
    between(pressure, where + vec2(cell.x, 0.0), size).x - between(pressure, where - vec2(cell.x, 0.0), size).x,
    between(pressure, where + vec2(0.0, cell.y), size).x - between(pressure, where - vec2(0.0, cell.y), size).x
  );
  return between(flow, where, size).xy - 0.5 * slope;
}
void main() {
  gl_FragColor = vec4(kept * free(at - dt * free(at) * cell), 0.0, 1.0);
}`;

export const carryDye = `${head}${between}
uniform sampler2D flow, dye;
uniform vec2 cell, size, dyeSize;
uniform float dt, kept;
void main() {
  vec2 from = at - dt * between(flow, at, size).xy * cell;
  gl_FragColor = kept * between(dye, from, dyeSize);
}`;

/** The dye over the ground, with a little relief, as ink in water has; the noise hides the steps of eight bits. */
export const show = `${head}${between}
uniform sampler2D dye;
uniform vec2 dyeSize;
uniform vec3 ground;
float noise(vec2 p) { return fract(52.9829189 * fract(dot(p, vec2(0.06711056, 0.00583715)))); }
void main() {
  vec2 next = 1.0 / dyeSize;
  vec3 ink = between(dye, at, dyeSize).rgb;
  float across = length(texture2D(dye, at + vec2(next.x, 0.0)).rgb) - length(texture2D(dye, at - vec2(next.x, 0.0)).rgb);
  float up = length(texture2D(dye, at + vec2(0.0, next.y)).rgb) - length(texture2D(dye, at - vec2(0.0, next.y)).rgb);
  vec3 normal = normalize(vec3(across, up, length(next) * 12.0));
  // Much dye saturates as ink does, instead of being cut off.
  vec3 colour = 0.92 * (1.0 - exp(-1.5 * ink)) * clamp(normal.z + 0.65, 0.65, 1.0);
  gl_FragColor = vec4(ground + colour + (noise(gl_FragCoord.xy) - 0.5) / 128.0, 1.0);
}`;
