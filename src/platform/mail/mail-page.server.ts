import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import PostalMime from "postal-mime";
import { escaped, plainPage } from "#kit/wire/plain-page.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { mailFolder } from "./post.server.ts";

/** `/mail`: the letters that were written instead of sent. Only without an SMTP server, never in production, only on loopback. */
export function mailPage(app: FastifyInstance): void {
  const { config } = app.portal;
  if (config.production || config.smtpUrl) return;
  app.get("/mail", async (request, reply) => {
    if (!isNear(request)) throw notFound();
    const letters = await newestLetters(mailFolder(config));
    return plainPage(
      reply,
      "Mails of this demonstration",
      letters.join("\n") || "<p>No mail has been written yet.</p>",
    );
  });
}

/** On this machine, and not a proxy of this machine that speaks for somebody elsewhere. */
const isNear = ({ ip, headers }: FastifyRequest): boolean =>
  ["127.0.0.1", "::1", "::ffff:127.0.0.1"].includes(ip) &&
  !["x-forwarded-for", "x-real-ip", "forwarded", "via"].some((name) => headers[name]);

async function newestLetters(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml")).sort();
  const newest = names.slice(-50).reverse();
  return Promise.all(newest.map(async (name) => letterIn(await readFile(join(folder, name)))));
}

async function letterIn(eml: Buffer): Promise<string> {
  const { to, subject, text } = await PostalMime.parse(eml);
  const linked = escaped(text ?? "").replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
  return `<article><h2>${escaped(subject ?? "")}</h2><p>To ${escaped(to?.[0]?.address ?? "")}</p><pre>${linked}</pre></article>`;
}
