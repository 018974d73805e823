import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";

const style = `:root{color-scheme:light dark}a{color:inherit}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h2{margin-top:2.5rem}code,pre{font-size:.9em}pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:1rem;border:1px solid #8886;border-radius:.5rem}
table{border-collapse:collapse;width:100%}code,td{overflow-wrap:anywhere}td,th{text-align:left;padding:.3rem .8rem .3rem 0;border-bottom:1px solid #8884;vertical-align:top}
details{border-bottom:1px solid #8884;padding:.6rem 0}summary{cursor:pointer;overflow-wrap:anywhere}`;

const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; frame-ancestors 'none'`;

/** A page without script for the people who run the portal. `body` is HTML that is already escaped. */
export const plainPage = (reply: FastifyReply, title: string, body: string): FastifyReply =>
  asPlainPage(reply).send(plainPageText(title, body));

export const asPlainPage = (reply: FastifyReply): FastifyReply =>
  reply.type("text/html; charset=utf-8").header("content-security-policy", policy);

export const plainPageText = (title: string, body: string): string =>
  `<!doctype html><html lang="en-NG"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${style}</style></head><body><main><h1>${escaped(title)}</h1>${body}</main></body></html>`;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text as it may stand in HTML. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
