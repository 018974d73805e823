import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Noun } from "#console/noun/noun.server.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { asPlainPage, escaped, plainPageText } from "#kit/wire/plain-page.server.ts";
import { isProviderSilent } from "#payments/remita/remita.server.ts";
import { mailsStuck } from "#platform/mail/mail.server.ts";
import { smsStuck } from "#platform/sms/sms.server.ts";
import { brandInForce } from "#reference/brand/brand.server.ts";
import type { StandingBanner } from "../banner/banner.rules.ts";
import { bannersNow } from "../banner/banner.server.ts";
import { headline, type Known, partsOf } from "./status.rules.ts";

/** However many look, the database is asked this often. */
const FRESH_MS = 10_000;

/** A page of what works now is worth nothing after a minute without an answer. */
const PATIENCE_MS = 3_000;

/** `/status`: what works now, for everybody and without a sign-in. It holds nothing of a person, and stands while the database is away. */
function statusPage(app: FastifyInstance): void {
  let held: { readonly at: number; readonly page: Promise<string> } | undefined;
  app.get("/status", async (_request, reply) => {
    if (!held || Date.now() - held.at > FRESH_MS) held = { at: Date.now(), page: madePage(app) };
    return asPlainPage(reply)
      .header("cache-control", "public, max-age=10")
      .header("refresh", "60")
      .send(await held.page);
  });
}

async function madePage(app: FastifyInstance): Promise<string> {
  const known = await lookedUp(app);
  const told = known.database ? (await bannersNow(app)).filter(isForEverybody) : [];
  const parts = partsOf(known);
  const rows = parts.map(
    ({ what, works, sentence }) =>
      `<tr><th scope="row">${what}</th><td>${works ? "✓ Works" : "✗ Does not work as it should"}<br>${escaped(sentence)}</td></tr>`,
  );
  const words = told.map(({ text, ends }) => `<li>${escaped(text)} <em>Until ${asMinute(ends)}.</em></li>`);
  return plainPageText(
    headline(parts, told.length),
    `<p>${escaped(brandInForce(app).form.name)}, ${asMinute(new Date().toISOString())}. This page looks again each minute by itself.</p>
${words.length > 0 ? `<h2>The college says</h2><ul>${words.join("")}</ul><h2>What works</h2>` : ""}
<table>${rows.join("")}</table>
<p><a href="/">To the portal</a></p>`,
  );
}

/** What was written for everybody, and stands now. */
const isForEverybody = ({ places, starts }: StandingBanner) =>
  (places.includes("Status page") || places.includes("Before sign-in")) && Date.parse(starts) <= Date.now();

async function lookedUp(app: FastifyInstance): Promise<Known> {
  const providerSilent = isProviderSilent();
  const away = { database: false, providerSilent, mailsStuck: null, smsStuck: null };
  const asked = sql<{ mails: boolean; sms: boolean }>`select ${mailsStuck()} as mails, ${smsStuck()} as sms`
    .execute(app.portal.db)
    .then(
      ({ rows: [row] }): Known => ({
        database: true,
        providerSilent,
        mailsStuck: row?.mails ?? null,
        smsStuck: app.portal.config.sms ? (row?.sms ?? null) : null,
      }),
      () => away,
    );
  return Promise.race([asked, new Promise<Known>((resolve) => setTimeout(resolve, PATIENCE_MS, away).unref())]);
}

export const statusNoun: Noun = { name: "status", calls: statusPage };
