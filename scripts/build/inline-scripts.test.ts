import { expect, it } from 'vitest';
import { withoutHelper } from './inline-scripts.ts';

const HELPER = 'var n=t=>t();';

it('Vite’s preload helper is removed around plain imports', () => {
  const code = `${HELPER}let a=()=>n(()=>import("/a.js").then(t=>t.a),[]);n(()=>import("/b.js"),[]);`;
  expect(withoutHelper(code)).toBe('let a=()=>import("/a.js").then(t=>t.a);import("/b.js");');
});

it('Vite’s preload helper stays where it is called in another way', () => {
  const code = `${HELPER}n(()=>import("/a.js"),[]);n(async()=>{let{b:t}=await import("/b.js");return{b:t}},[]);`;
  expect(withoutHelper(code)).toBe(code);
  expect(withoutHelper('let a=1;')).toBe('let a=1;');
});
