import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import type { Noun } from "#console/noun/noun.server.ts";
import { type KeptAnswer, keepAnswer, sendKept } from "#kit/wire/compression.server.ts";
import { shapeOf } from "#kit/wire/openapi.server.ts";
import { asPlainPage, escaped, plainPageText } from "#kit/wire/plain-page.server.ts";
import { OVERLAP_HOURS, scopes, scopeWords } from "../api-key/api-key.rules.ts";
import {
  eventKinds,
  eventWords,
  KEPT_DAYS,
  PATIENCE_HOURS,
  pauseAfter,
  TEST_KIND,
} from "../web-hook/web-hook.rules.ts";
import { eventData } from "./guide.events.contract.ts";

const sample = new URL("../../../sandbox/event-signature.ts", import.meta.url);

/** `/integrations`: what whoever writes the program of another system must know, made from what the portal runs by. */
function guidePage(app: FastifyInstance): void {
  let page: Promise<KeptAnswer> | undefined;
  app.get("/integrations", async (request, reply) => {
    page ??= keepAnswer(
      plainPageText("Admission Portal: for programs of other systems", text(app.portal.config.publicUrl)),
    );
    return sendKept(request, asPlainPage(reply), await page);
  });
}

const row = (cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
const code = (written: string) => `<code>${escaped(written)}</code>`;
const block = (written: string) => `<pre>${escaped(written)}</pre>`;
const table = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  `<table><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join("")}</tr>${rows.map(row).join("")}</table>`;

const kinds = [...eventKinds, TEST_KIND] as const;

/** An event with when it comes, and the names of what it tells. */
function eventRow(kind: (typeof kinds)[number]): string[] {
  const when = kind === TEST_KIND ? "Somebody pressed Send a test event" : eventWords[kind];
  const { properties } = shapeOf(eventData[kind]) as {
    properties: Record<string, { const?: string; enum?: unknown[] }>;
  };
  const names = Object.entries(properties).map(([name, { const: one, enum: some }]) =>
    one ? `${name}: "${one}"` : some ? `${name}: ${some.join(" or ")}` : name,
  );
  return [`${code(kind)}<br>${escaped(when)}`, names.map(code).join(", ")];
}

const text = (url: string): string => `
<p>Two ways lead out of the portal: a program asks for lists by a key, and the portal tells a program of events. The college gives
both, under <em>Other systems</em> of its console. Each call stands on <a href="/openapi">the page of all calls</a>, too.</p>
<h2>Read by a key</h2>
<p>A key is sent with each request. It reads, never writes; it has scopes, a last day, so many requests a minute, and perhaps
networks. It is shown once: keep it like a password. After a new secret was made the former one works for ${OVERLAP_HOURS} hours.</p>
${block(`curl -H "Authorization: Bearer apk_…" ${url}/api/external/v1/key
curl -H "Authorization: Bearer apk_…" "${url}/api/external/v1/offers?limit=100"
curl -H "Authorization: Bearer apk_…" "${url}/api/external/v1/offers?limit=100&after=<next of the last answer>"`)}
${table(
  ["Scope", "Call", "What it reads"],
  scopes.map((scope) => [code(scope), code(`GET /api/external/v1/${scope}`), escaped(scopeWords[scope])]),
)}
<p>A list answers ${code("{list, next, more}")}, in the order in which rows came. Ask with ${code("after")} until ${code("more")} is
false, keep ${code("next")}, and go on from it later. ${code("GET …/{id}")} answers one row. A list is narrowed by its columns, such as
${code("?session=…")}.</p>
${table(
  ["Status", "What it means"],
  [
    ["401", "the key is missing, unknown, revoked or past its last day"],
    ["403", "the key has not this scope, or the request comes from another network"],
    ["404", "there is no such row"],
    ["429", "more requests than the key has in a minute: wait as many seconds as Retry-After says"],
    ["500 with errors", "a filter is wrong, as the sentence says"],
  ],
)}
<h2>Be told of events</h2>
<p>The portal sends each event as JSON by POST, signed as <a href="https://www.standardwebhooks.com/">Standard Webhooks</a> has it. An event
holds ids and states; read the rest by a key. Answer 2xx within ten seconds, and work afterwards.</p>
<ul><li>Events about one thing come in their order: the next when the last was taken.</li>
<li>What is not taken is sent again after ${pauseAfter(1, 0)} seconds, then more slowly, at last every hour, for ${PATIENCE_HOURS / 24} days. Then
the college begins anew by hand; nothing is lost.</li>
<li>An event may come twice. It has the same ${code("webhook-id")} then.</li>
<li>Redirects are not followed. The college can send events of the last ${KEPT_DAYS} days again.</li></ul>
${block(`POST /events
webhook-id: 0193a1b2-…
webhook-timestamp: 1764338400
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

{"type":"offer.released","timestamp":"2026-11-28T14:00:00.000Z","data":{"noun":"application","_id":"0193…","kind":1,"due":"2026-12-12"}}`)}
${table(["Event", "<code>data</code>"], kinds.map(eventRow))}
<details><summary>What <code>data</code> holds, as JSON Schema</summary>
${block(kinds.map((kind) => `${kind}\n${JSON.stringify(shapeOf(eventData[kind]))}`).join("\n\n"))}</details>
<h2>Check the signature</h2>
<p>In TypeScript, as the portal's own tests run it:</p>
${block(readFileSync(sample, "utf8"))}
<h2>Try it</h2>
<p>A development start of the portal is a sandbox: a demo college, and payments that move no money. Propose and approve a key as two of
its people. Start a receiver beside it with ${code("EVENT_SECRET=whsec_… npm run events")}, enter its address in the console, and press
<em>Send a test event</em>.</p>`;

export const guideNoun: Noun = { name: "guide", calls: guidePage };
