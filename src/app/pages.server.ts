import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import { SPENT } from "#identity/password-reset/password-reset.contract.ts";
import { isOpenLink } from "#identity/password-reset/password-reset.server.ts";
import { notFound } from "#kit/refusal.server.ts";
import type { Config } from "#platform/config.server.ts";
import { ONLOOKER } from "#support/help-desk/help-desk.view.contract.ts";
import { drawn, paperAddresses, publicAddresses } from "./addresses.contract.ts";

const root = fileURLToPath(new URL("../../dist/", import.meta.url));
const YEAR_MS = 31_536_000_000;

/**
 * Serves the built pages and their assets. Every known address of a screen answers with a page, every other address
 * outside /api with the page that says so, status 404.
 */
export async function servePages(app: FastifyInstance): Promise<void> {
  if (!existsSync(`${root}csp.json`)) {
    app.log.warn("The pages are not built: npm run build");
    return;
  }
  await app.register(fastifyStatic, { root, serve: false, preCompressed: true });
  const { config } = app.portal;

  const page = (path: string, file: string): void => {
    app.get(path, async (_request, reply) => send(reply, file, await pagePolicy(config)));
  };
  for (const path of [...publicAddresses, ...paperAddresses]) page(path, drawn[path] ?? "page.html");
  page("/offline", "offline.html");
  // Before anything is typed into a form that a used link would refuse.
  app.addHook<{ Params: { id: string } }>("onRequest", async ({ method, routeOptions, params }, reply) => {
    if (routeOptions.url !== "/reset/:id" || method !== "GET") return;
    const works = await isOpenLink(app.portal.db, params.id).catch(() => true); // The page says itself what is away.
    if (!works) return reply.header("cache-control", "no-store").redirect(`/forgot${SPENT}`, 302);
  });
  page("/app", "app.html");
  page("/app/*", "app.html");
  page("/staff", "staff.html");
  page("/staff/*", "staff.html");
  page(`${ONLOOKER}/*`, "onlooker.html");
  if (!config.production) page("/kit", "showcase.html");
  app.get("/dashboard", (_request, reply) => reply.redirect("/app/dashboard", 302));

  app.get<{ Params: { "*": string } }>("/assets/*", (request, reply) => {
    const name = request.params["*"];
    if (!/^\w[\w.-]*$/.test(name) || !existsSync(`${root}assets/${name}`)) throw notFound();
    return reply
      .header("cache-control", "public, max-age=31536000, immutable")
      .sendFile(`assets/${name}`, { maxAge: YEAR_MS, immutable: true });
  });
  // The page's policy would forbid the worker what it may do.
  app.get("/sw.js", (_request, reply) => send(reply, "sw.js", "default-src 'none'; connect-src 'self'"));
  app.get("/staff-look.js", (_request, reply) => send(reply, "staff-look.js", "default-src 'none'"));
  app.get("/favicon.svg", (_request, reply) => send(reply, "favicon.svg", "default-src 'none'"));
  app.get("/manifest.webmanifest", (_request, reply) => send(reply, "manifest.webmanifest", "default-src 'none'"));
  app.get("/*", async (request, reply) => {
    if (request.url.startsWith("/api/")) throw notFound();
    return send(reply.code(404), "not-found.html", await pagePolicy(config));
  });
}

const send = (reply: FastifyReply, file: string, policy: string) =>
  reply
    .header("content-security-policy", policy)
    .header("cache-control", "no-cache")
    .header("x-robots-tag", file === "index.html" ? "all" : "noindex")
    .sendFile(file, { cacheControl: false });

/** Nothing inline but our own style, no other origin but those that this portal is configured with. */
async function pagePolicy({ remita, s3 }: Config): Promise<string> {
  // Read each time: a new build may have taken the place of the one that was served a moment ago.
  const { styles } = JSON.parse(await readFile(`${root}csp.json`, "utf8")) as { styles: readonly string[] };
  const policy = {
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'", ...styles],
    "img-src": ["'self'", "data:", "blob:", ...originOf(s3?.endpoint)],
    "font-src": ["'self'"],
    "connect-src": ["'self'"],
    "worker-src": ["'self'"],
    "manifest-src": ["'self'"],
    // The pay page is a form that is sent to the provider.
    "form-action": ["'self'", ...originOf(remita.url)],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
    "require-trusted-types-for": ["'script'"],
    "trusted-types": ["sw"],
  };
  return Object.entries(policy)
    .map(([name, values]) => [name, ...values].join(" "))
    .join("; ");
}

const originOf = (url: string | undefined): string[] => (url && URL.canParse(url) ? [new URL(url).origin] : []);
