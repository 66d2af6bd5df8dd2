import { ownPage, ownPagePolicy } from './plain-page.ts';

/** The agency's paper, ink and one red, for the one action. */
const STYLE = `
:root{color-scheme:light;--paper:#f5f2ec;--ink:#14120f;--red:#e4341b;--grey:#5d5a54}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.5 "Helvetica Neue",Helvetica,Arial,sans-serif}
main{max-width:90rem;margin:0 auto;padding:clamp(2rem,6vw,5rem) clamp(1.25rem,2.8vw,2.5rem)}
h1{max-width:12em;font-size:clamp(2.5rem,7vw,5.5rem);line-height:.98;letter-spacing:-.035em;text-wrap:balance;margin:0 0 clamp(1.5rem,4vw,3rem);padding-top:1.25rem;border-top:2px solid var(--ink)}
h2{font-size:clamp(1.5rem,2.6vw,2.25rem);line-height:1.1;letter-spacing:-.02em;margin:0 0 1rem}
main>p,.narrow{max-width:38rem}
main>p:has(+form){margin:0 0 clamp(2rem,4vw,3.5rem)}
.action+.action{margin-top:0}
[role=alert]{font-size:1.1875rem;margin:0 0 1.5rem;padding-left:1rem;border-left:3px solid var(--ink);font-weight:600}
label.field{display:block;margin-top:1.5rem;font-size:.875rem;font-weight:600}
input.text{width:100%;height:3.5rem;margin-top:.25rem;padding:0 1rem;border:2px solid var(--ink);border-radius:0;background:#fff;color:inherit;font:inherit;font-size:1.125rem}
.hint{margin:.5rem 0 0;font-size:.875rem;color:var(--grey)}
.fault{margin:.5rem 0 0;padding-left:1rem;border-left:3px solid var(--ink);font-weight:600}
button,.action{display:block;width:100%;min-height:4rem;margin:2rem 0 1rem;padding:1.125rem 1.5rem;border:0;border-radius:0;background:var(--red);color:#fff;font:inherit;font-size:1.1875rem;font-weight:700;text-align:left;text-decoration:none;cursor:pointer}
button:hover,.action:hover{background:#c62a13}
button.plain,.plain{background:none;color:inherit;border:2px solid var(--ink)}
button.plain:hover,.plain:hover,button.ink{background:var(--ink);color:var(--paper)}
button.ink:hover{background:#3a362f}
:focus-visible{outline:3px solid var(--ink);outline-offset:3px}
a{color:inherit}
.state{display:flex;align-items:center;gap:.75rem;margin:0 0 1.25rem;font-weight:600}
.state b{display:grid;place-items:center;width:2rem;height:2rem;background:var(--ink);color:var(--paper);font-size:1.125rem}
h1 .hour{display:block;font-size:1.35em;font-variant-numeric:tabular-nums}
.columns{display:grid;gap:clamp(2.5rem,6vw,6rem)}
dl{margin:0;border-top:2px solid var(--ink)}
dl>div{display:grid;grid-template-columns:7rem 1fr;gap:1rem;padding:.875rem 0;border-bottom:1px solid #14120f33}
dt{font-size:.875rem;color:var(--grey);padding-top:.125rem}
dd{margin:0;font-weight:600}
details{border-top:2px solid var(--ink)}
details:last-of-type{border-bottom:2px solid var(--ink)}
summary{display:flex;justify-content:space-between;align-items:center;min-height:3.75rem;font-size:1.1875rem;font-weight:700;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary::after{content:"+";font-size:1.75rem;font-weight:400;line-height:1}
details[open] summary::after{content:"–"}
fieldset{border:0;margin:0;padding:0;min-width:0}
legend{padding:0}
.days{display:grid;gap:1.75rem;margin-top:1rem}
.days legend{width:100%;padding:.625rem 0;border-top:2px solid var(--ink);font-weight:700}
.days legend::first-letter{text-transform:uppercase}
.times{display:grid;grid-template-columns:repeat(auto-fill,minmax(4.75rem,1fr));gap:.5rem}
.times label{position:relative;display:grid;place-items:center;min-height:3rem;border:2px solid var(--ink);background:#fff;font-variant-numeric:tabular-nums;cursor:pointer}
.times input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.times label:hover{background:#e9e4d9}
.times label:has(:checked){background:var(--ink);color:var(--paper);font-weight:700}
.times label:has(:focus-visible){outline:3px solid var(--ink);outline-offset:3px}
.pages{display:flex;justify-content:space-between;gap:1rem;margin:1.25rem 0 0}
.pages a{display:inline-flex;align-items:center;min-height:2.75rem;font-weight:600}
.quiet{color:var(--grey);font-size:.9375rem}
@media(min-width:64rem){
.columns{grid-template-columns:minmax(0,7fr) minmax(20rem,4fr);align-items:start}
.days{grid-template-columns:repeat(5,minmax(0,1fr));gap:1rem}
.days .times{grid-template-columns:1fr}
.days legend span{display:block;font-weight:400;font-size:.9375rem}
.manage{grid-template-columns:minmax(20rem,5fr) minmax(0,6fr)}
}`;

/** Nothing but its own style and its own form: what was typed is shown again, so nothing else may run. */
export const SHELL_POLICY = ownPagePolicy(STYLE);

/**
 * A page that the server makes itself, which asks nobody for anything.
 * @param title as text
 * @param main as HTML
 */
export function shellPage(title: string, main: string): string {
  return ownPage(STYLE, title, main);
}
