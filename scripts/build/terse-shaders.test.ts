import { describe, expect, it } from 'vitest';
import { terse, terseShaders } from './terse-shaders.ts';

const HOST_CODE = '$'.concat('{head(a + 1.0)}');

describe('terse', () => {
  it('drops comments, spaces and zeros', () => {
    expect(terse('// why\nvec2 f(float x) { /* what */\n  return vec2(0.50, 1.0) * x; }')).toBe(
      'vec2 f(float x){return vec2(.5,1.)*x;}',
    );
  });

  it('gives what a program declares one letter, and leaves what comes from outside and what is selected', () => {
    expect(
      terse(
        'uniform float time, fold;\nfloat wave(vec2 place) { return place.x; }\nvoid main() { float low = wave(at), high = low * fold; }',
      ),
    ).toBe('uniform float time,fold;float a(vec2 b){return b.x;}void main(){float c=a(at),d=c*fold;}');
  });

  it('calls nothing by a letter that means something else there', () => {
    expect(terse('uniform float a;\nvoid main() { float sum = a; }')).toBe(
      'uniform float a;void main(){float b=a;}',
    );
  });

  it('keeps apart what would run together', () => {
    expect(terse('x = 1.0 - -y;\n#define z (1.0 * y)\nz;')).toBe('x=1.- -y;\n#define z (1.0 * y)\nz;');
  });

  it('leaves host code and unmarked literals alone', () => {
    const code = 'const a = ` b  c `, d = /* glsl */ `HEAD\n  x = 1.0;`;'.replace('HEAD', HOST_CODE);
    expect(terseShaders.transform(code)).toBe(
      'const a = ` b  c `, d = `HEADx=1.;`;'.replace('HEAD', HOST_CODE),
    );
  });
});
