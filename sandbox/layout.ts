import { createHash } from "node:crypto";
import type { Answer } from "./http.ts";

const style = `
:root { color-scheme: light dark; --ink: #1b2430; --soft: #55606e; --paper: #fff; --ground: #eef1f5; --line: #8a95a3;
  --deed: #0b5c4a; --on-deed: #fff; --warn: #fff3cd; --on-warn: #4a3800 }
@media (prefers-color-scheme: dark) { :root { --ink: #e8edf3; --soft: #b0bac6; --paper: #1d2530; --ground: #12181f;
  --line: #7d8997; --deed: #6fd6bb; --on-deed: #06231c; --warn: #453700; --on-warn: #ffe9a8 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
.banner { margin: 0; padding: .75rem 1rem; background: var(--warn); color: var(--on-warn); text-align: center; font-weight: 600 }
main { max-width: 30rem; margin: 1rem auto; padding: 1.25rem; background: var(--paper); border-radius: .75rem }
h1 { margin: 0 0 .75rem; font-size: 1.375rem; line-height: 1.25 }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 0 0 1.25rem }
dt, .hint { color: var(--soft) }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; font-variant-numeric: tabular-nums }
dd.large { font-size: 1.25rem; font-weight: 700 }
fieldset { margin: 0 0 1rem; padding: 0; border: 0 }
legend, .label { display: block; margin-bottom: .5rem; padding: 0; font-weight: 600 }
.choice { display: flex; gap: .75rem; align-items: flex-start; min-height: 3rem; margin-bottom: .5rem; padding: .75rem;
  border: 1px solid var(--line); border-radius: .5rem; cursor: pointer }
.choice:has(:checked) { border-color: var(--deed); box-shadow: 0 0 0 1px var(--deed) }
.choice input { width: 1.25rem; height: 1.25rem; margin: .125rem 0 0; flex: none; accent-color: var(--deed) }
.choice span { display: block }
.hint { font-size: .875rem }
input.text, select { width: 100%; min-height: 3rem; margin-bottom: 1rem; padding: .5rem .75rem; border: 1px solid var(--line);
  border-radius: .5rem; background: var(--paper); color: inherit; font: inherit; font-size: 1.125rem }
button { width: 100%; min-height: 3rem; padding: .5rem 1rem; border: 1px solid var(--deed); border-radius: .5rem;
  background: var(--deed); color: var(--on-deed); font: inherit; font-weight: 600; cursor: pointer }
button.quiet { margin-top: .75rem; background: transparent; color: var(--deed) }
a { color: var(--deed) }
:focus-visible { outline: 3px solid var(--deed); outline-offset: 2px }
`;

const styleHash = createHash("sha256").update(style).digest("base64");

/** A whole page: banner, heading, content. `sendsTo`: another origin that its forms may end at, by redirect. */
export function page(title: string, content: string, sendsTo = "", status = 200): Answer {
  const policy = `default-src 'none'; img-src data:; style-src 'sha256-${styleHash}'; form-action 'self' ${sendsTo}; base-uri 'none'; frame-ancestors 'none'`;
  return {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": policy,
      "referrer-policy": "no-referrer",
    },
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,"><title>${escaped(title)} · Payment sandbox</title><style>${style}</style></head><body><header class="banner">Sandbox: no money moves. This page stands in for the payment provider.</header><main><h1>${escaped(title)}</h1>${content}</main></body></html>`,
  };
}

export function escaped(text: string) {
  const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (sign) => names[sign] ?? sign);
}

export function asNaira(amount: string) {
  return `₦${Number(amount).toLocaleString("en-NG", { minimumFractionDigits: 2 })}`;
}

export const grouped = (rrr: string) => rrr.replace(/^(\d{4})(\d{4})(\d{4})$/, "$1-$2-$3");
