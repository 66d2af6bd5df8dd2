// The fluid as a textbook draws it, one equation a pass, every splat over the whole field, every read between points:
// what site/effects/fluid must look like. It runs in a browser, in tests and benchmarks only.
import * as now from '#site/effects/fluid/settings.ts';
import type { Stroke } from '#site/effects/fluid/tank.ts';
import { createField, enableHalfFloats, type Field } from '#site/effects/fluid/textures.ts';
import { bindTriangle, createPass, type Gl, type Pass, type Uniforms } from '#site/effects/webgl.ts';

const FIELDS = ['flow', 'pressure', 'dye', 'curl', 'divergence'];

const HEAD = `
precision highp sampler2D;
uniform sampler2D flow, pressure, dye, curl, divergence;
uniform vec2 texel, cell, point, start, end;
uniform vec3 amount, ground;
uniform float aspect, radius, strength, dt, kept;
#define at (gl_FragCoord.xy * texel)
#define L (at - vec2(cell.x, 0.0))
#define R (at + vec2(cell.x, 0.0))
#define B (at - vec2(0.0, cell.y))
#define T (at + vec2(0.0, cell.y))
`;

const PASSES = {
  splat: `void main() {
    vec2 scale = vec2(aspect, 1.0), p = (at - start) * scale, q = (end - start) * scale;
    p -= q * clamp(dot(p, q) / max(dot(q, q), 1e-9), 0.0, 1.0);
    gl_FragColor = vec4(amount * exp(-dot(p, p) / radius), 0.0);
  }`,
  curlOf: `void main() {
    float w = texture2D(flow, R).y - texture2D(flow, L).y - texture2D(flow, T).x + texture2D(flow, B).x;
    gl_FragColor = vec4(0.5 * w, 0.0, 0.0, 1.0);
  }`,
  confine: `void main() {
    vec2 rise = 0.5 * vec2(
      abs(texture2D(curl, R).x) - abs(texture2D(curl, L).x), abs(texture2D(curl, T).x) - abs(texture2D(curl, B).x));
    rise /= length(rise) + 1e-4;
    vec2 force = strength * texture2D(curl, at).x * vec2(rise.y, -rise.x);
    gl_FragColor = vec4(clamp(texture2D(flow, at).xy + force * dt, -1000.0, 1000.0), 0.0, 1.0);
  }`,
  divergenceOf: `void main() {
    vec2 here = texture2D(flow, at).xy;
    float l = texture2D(flow, L).x, r = texture2D(flow, R).x, b = texture2D(flow, B).y, t = texture2D(flow, T).y;
    if (L.x < 0.0) l = -here.x;
    if (R.x > 1.0) r = -here.x;
    if (B.y < 0.0) b = -here.y;
    if (T.y > 1.0) t = -here.y;
    gl_FragColor = vec4(0.5 * (r - l + t - b), 0.0, 0.0, 1.0);
  }`,
  keep: `void main() { gl_FragColor = kept * texture2D(pressure, at); }`,
  relax: `void main() {
    float around = texture2D(pressure, L).x + texture2D(pressure, R).x + texture2D(pressure, B).x + texture2D(pressure, T).x;
    gl_FragColor = vec4(0.25 * (around - texture2D(divergence, at).x), 0.0, 0.0, 1.0);
  }`,
  project: `void main() {
    vec2 slope = 0.5 * vec2(
      texture2D(pressure, R).x - texture2D(pressure, L).x, texture2D(pressure, T).x - texture2D(pressure, B).x);
    gl_FragColor = vec4(texture2D(flow, at).xy - slope, 0.0, 1.0);
  }`,
  carryFlow: `void main() {
    gl_FragColor = kept * texture2D(flow, at - dt * texture2D(flow, at).xy * cell);
  }`,
  carryDye: `void main() {
    gl_FragColor = kept * texture2D(dye, at - dt * texture2D(flow, at).xy * cell);
  }`,
  show: `
    float much(vec2 by) { return length(texture2D(dye, at + by * point).rgb); }
    void main() {
      vec3 normal = normalize(vec3(
        much(vec2(1.0, 0.0)) - much(vec2(-1.0, 0.0)), much(vec2(0.0, 1.0)) - much(vec2(0.0, -1.0)), length(point) * 12.0));
      vec3 ink = 0.92 * (1.0 - exp(-1.5 * texture2D(dye, at).rgb)) * min(normal.z + 0.65, 1.0);
      float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
      gl_FragColor = vec4(ground + ink + (noise - 0.5) / 128.0, 1.0);
    }`,
};

export interface Unmerged {
  stir(stroke: Stroke): void;
  step(dt: number, elapsed: number): void;
  show(): void;
}

/** The reference for a canvas of that size in device pixels. Throws where the driver cannot draw it. */
export function createUnmerged(gl: Gl, width: number, height: number): Unmerged {
  if (!enableHalfFloats(gl)) throw new Error('half floats cannot be filtered here');
  bindTriangle(gl);
  const short = Math.min(width, height);
  const field = (unit: number, most: number) =>
    createField(gl, true, unit, Math.round((width * most) / short), Math.round((height * most) / short));
  const cells = [0, 1, 3, 4].map((unit) => field(unit, now.SIMULATION));
  const [flow, pressure, curl, divergence] = cells as [Field, Field, Field, Field];
  const dye = field(2, Math.min(now.DYE, short));
  const all = [...cells, dye];
  for (const each of all) each.clear();
  const { splat, ...others } = Object.fromEntries(
    Object.entries(PASSES).map(([name, fragment]) => [name, compiled(gl, fragment)]),
  ) as Record<keyof typeof PASSES, Pass>;
  const aspect = width / height;
  for (const pass of [splat, ...Object.values(others)]) {
    const radius = (now.SPLAT_RADIUS / 100) * Math.max(1, aspect);
    pass.set({ aspect, radius, strength: now.CURL, cell: flow.texel, point: dye.texel, ground: now.GROUND });
  }
  const renew = (target: Field, pass: Pass, values: Uniforms = {}) => {
    for (const each of all) each.read(true);
    target.drawNext();
    pass.draw({ texel: target.texel, ...values });
  };
  return {
    stir({ from, to, colour }) {
      const speed = [to[0] - from[0], to[1] - from[1]].map((length) => length * now.SPLAT_FORCE);
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.ONE, gl.ONE);
      for (const [target, amount] of [[flow, [...speed, 0]] as const, [dye, colour] as const]) {
        target.drawOnto();
        splat.draw({ texel: target.texel, start: from, end: to, amount });
      }
      gl.disable(gl.BLEND);
    },
    step(dt, elapsed) {
      renew(curl, others.curlOf);
      renew(flow, others.confine, { dt });
      renew(divergence, others.divergenceOf);
      renew(pressure, others.keep, { kept: now.PRESSURE_KEPT });
      for (let done = 0; done < now.PRESSURE_ITERATIONS; done++) renew(pressure, others.relax);
      renew(flow, others.project);
      renew(flow, others.carryFlow, { dt, kept: Math.exp(-now.SPEED_FADE * elapsed) });
      renew(dye, others.carryDye, { dt, kept: Math.exp(-now.DYE_FADE * elapsed) });
    },
    show() {
      dye.read(true);
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
      gl.viewport(0, 0, width, height);
      others.show.draw({ texel: [1 / width, 1 / height] });
    },
  };
}

function compiled(gl: Gl, fragment: string): Pass {
  const pass = createPass(gl, HEAD + fragment, FIELDS);
  if (!pass) throw new Error('a reference shader was refused');
  return pass;
}
