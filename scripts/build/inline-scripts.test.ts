import { expect, it } from 'vitest';
import { withoutHelper } from './inline-scripts.ts';

const HELPER = 'var n=t=>t();';

it('the preload helper goes where it stands around plain imports', () => {
  const code = `${HELPER}let a=()=>n(()=>import("/a.js").then(t=>t.a),[]);n(()=>import("/b.js"),[]);`;
  expect(withoutHelper(code)).toBe('let a=()=>import("/a.js").then(t=>t.a);import("/b.js");');
});

it('and stays where it is called in any other way', () => {
  const code = `${HELPER}n(()=>import("/a.js"),[]);n(async()=>{let{b:t}=await import("/b.js");return{b:t}},[]);`;
  expect(withoutHelper(code)).toBe(code);
  expect(withoutHelper('let a=1;')).toBe('let a=1;');
});
