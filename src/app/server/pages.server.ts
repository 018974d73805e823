import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { SPENT_LINK } from "#identity/account/account.rules.ts";
import { isOpenLink } from "#identity/account/account.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import {
  brandedPage,
  brandInForce,
  type KeptBrand,
  pictureOf,
  usualCrest,
  webManifest,
} from "#reference/brand/brand.server.ts";
import type { StandingBanner } from "#support/banner/banner.rules.ts";
import { bannersNow } from "#support/banner/banner.server.ts";
import { ONLOOKER } from "#support/help-desk/help-desk.view.contract.ts";
import { drawn, paperAddresses, publicAddresses } from "../screens/addresses.contract.ts";

/** A page with the college in it, as it goes over the wire. */
interface ServedPage {
  readonly plain: Buffer;
  readonly gzip: Buffer;
  readonly br: Buffer;
  readonly etag: string;
  /** Sources of the styles and scripts that stand in it, for its policy. */
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
}

/** A page, and the address that its document begins for. */
interface Asked {
  readonly file: string;
  readonly address: string;
}

interface BuiltPages {
  page(asked: Asked, brand: KeptBrand, banners: string): Promise<ServedPage>;
}

/** What the build says of its pages. */
interface Build {
  /** Sources of the styles and scripts that stand in them. */
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
  /** By page and address, what stands in the document of that address alone. */
  readonly ahead: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The pages of a folder. Each is made once for each build and each change of the brand, whoever asks first. */
function openBuiltPages(root: string): BuiltPages {
  const made = new Map<string, { readonly stamp: string; readonly page: Promise<ServedPage> }>();
  return {
    async page(asked, brand, banners) {
      // Looked at each time: a new build may have taken the place of the one that was served a moment ago.
      const [page, build] = await Promise.all([stat(root + asked.file), stat(root + BUILD)]);
      const name = `${asked.file} ${asked.address}`;
      const stamp = `${page.mtimeMs} ${build.mtimeMs} ${brand.version} ${banners}`;
      const known = made.get(name);
      if (known?.stamp === stamp) return known.page;
      const fresh = madePage(root, asked, brand, banners);
      made.set(name, { stamp, page: fresh });
      fresh.catch(() => made.delete(name));
      return fresh;
    },
  };
}

const readBuild = async (root: string) => JSON.parse(await readFile(root + BUILD, "utf8")) as Build;

/** `banners` is what stands in the page as data; empty where there is no banner. */
async function madePage(
  root: string,
  { file, address }: Asked,
  { form }: KeptBrand,
  banners: string,
): Promise<ServedPage> {
  const [template, build] = await Promise.all([readFile(root + file, "utf8"), readBuild(root)]);
  const page = template.replace("<!--ahead-->", () => build.ahead[file]?.[address] ?? "");
  const { html, style } = brandedPage(page, form, banners);
  const plain = Buffer.from(html);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  return {
    plain,
    gzip: await promisify(gzip)(plain, { level: 9 }),
    br: await promisify(brotliCompress)(plain, { params }),
    etag: `W/"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`,
    styles: [...build.styles, style],
    scripts: build.scripts,
  };
}

const BUILD = "pages.json";
const root = fileURLToPath(new URL("../../../dist/", import.meta.url));
const YEAR_MS = 31_536_000_000;
const NO_SOURCE = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/**
 * Serves the built pages and their assets. Every known address of a screen answers with a page, every other address
 * outside /api with the page that says so, status 404.
 */
export async function servePages(app: FastifyInstance): Promise<void> {
  if (!existsSync(root + BUILD)) {
    app.log.warn("The pages are not built: npm run build");
    return;
  }
  await app.register(fastifyStatic, { root, serve: false, preCompressed: true });
  const { config } = app.portal;
  const built = openBuiltPages(root);

  const { ahead } = await readBuild(root);
  const page = (path: string, file: string, address = path): void => {
    app.get(path, (request, reply) => sendPage(request, reply, built, { file, address }));
  };
  /** Every address below `path`, those that begin with something of their own first. */
  const area = (path: string, file: string): void => {
    const own = Object.keys(ahead[file] ?? {}).filter((address) => address !== path && address !== `${path}/*`);
    for (const address of own) {
      page(address, file);
      if (address.endsWith("/*")) page(address.slice(0, -2), file, address);
    }
    page(path, file);
    page(`${path}/*`, file);
  };
  for (const path of [...publicAddresses, ...paperAddresses]) page(path, drawn[path] ?? "page.html");
  page("/offline", "offline.html");
  // Before anything is typed into a form that a used link would refuse.
  app.addHook<{ Params: { id: string } }>("onRequest", async ({ method, routeOptions, params }, reply) => {
    const forgot = method === "GET" ? forgotOf.get(routeOptions.url ?? "") : undefined;
    if (!forgot) return;
    const works = await isOpenLink(app.portal.db, params.id).catch(() => true); // The page says itself what is away.
    if (!works) return reply.header("cache-control", "no-store").redirect(`${forgot}${SPENT_LINK}`, 302);
  });
  area("/app", "app.html");
  area("/staff", "staff.html");
  area("/student", "student.html");
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
  app.get("/sw.js", (_request, reply) => sendScript(reply, "sw.js", `${NO_SOURCE}; connect-src 'self'`));
  serveCrest(app);
  app.get("/*", async (request, reply) => {
    if (request.url.startsWith("/api/")) throw notFound();
    return sendPage(request, reply.code(404), built, { file: "not-found.html", address: "" });
  });
}

/** Where another link is asked for, by the page that a mailed one leads to. */
const forgotOf = new Map([
  ["/reset/:id", "/forgot"],
  ["/student/reset/:id", "/student/forgot"],
]);

const sendScript = (reply: FastifyReply, file: string, policy: string) =>
  reply
    .header("content-security-policy", policy)
    .header("cache-control", "no-cache")
    .header("x-robots-tag", "noindex")
    .sendFile(file, { cacheControl: false });

async function sendPage(request: FastifyRequest, reply: FastifyReply, built: BuiltPages, asked: Asked) {
  const { portal } = request.server;
  const page = await built.page(asked, brandInForce(request.server), bannerData(await bannersNow(request.server)));
  reply
    .header("content-security-policy", pagePolicy(portal.config, page))
    .header("cache-control", "no-cache")
    .header("x-robots-tag", asked.file === "index.html" ? "all" : "noindex")
    .header("vary", "accept-encoding")
    .header("etag", page.etag);
  if (reply.statusCode === 200 && request.headers["if-none-match"] === page.etag) return reply.code(304).send();
  const taken = String(request.headers["accept-encoding"] ?? "");
  const coding = (["br", "gzip"] as const).find((one) => new RegExp(`\\b${one}\\b`).test(taken));
  if (coding) reply.header("content-encoding", coding);
  return reply.type("text/html; charset=utf-8").send(page[coding ?? "plain"]);
}

/** As data of a page: a banner tells of the pages' closing, so it needs no other call. */
const bannerData = (list: readonly StandingBanner[]): string =>
  list.length === 0
    ? ""
    : `<script type="application/json" id="banners">${JSON.stringify(list).replaceAll("<", "\\u003c")}</script>`;

/** The college's own crest or the one that stands until it has one, and the portal's name for a phone's first screen. */
function serveCrest(app: FastifyInstance): void {
  const { db } = app.portal;
  app.get("/favicon.svg", async (_request, reply) => {
    const { form } = brandInForce(app);
    const own = form.crest === "" ? undefined : await pictureOf(db, form.crest);
    reply.header("content-security-policy", NO_SOURCE).header("cache-control", "no-cache");
    return own
      ? reply.type("image/png").send(own)
      : reply.type("image/svg+xml; charset=utf-8").send(usualCrest({ deep: form.lightdeep, accent: form.lightaccent }));
  });
  app.get("/manifest.webmanifest", async (_request, reply) =>
    reply
      .header("content-security-policy", NO_SOURCE)
      .header("cache-control", "no-cache")
      .type("application/manifest+json")
      .send(webManifest(brandInForce(app).form)),
  );
  app.get<{ Params: { name: string } }>("/crest/:name", async ({ params: { name } }, reply) => {
    // Another picture that is kept, such as the signature, is nobody's to load.
    const bytes = name === brandInForce(app).form.crest ? await pictureOf(db, name) : undefined;
    if (!bytes) throw notFound();
    return reply
      .header("content-security-policy", NO_SOURCE)
      .header("cache-control", "public, max-age=31536000, immutable")
      .type("image/png")
      .send(bytes);
  });
}

/** Nothing inline but our own styles and the script that begins a page, no other origin but those that this portal is configured with. */
function pagePolicy({ remita, s3 }: Config, { styles, scripts }: ServedPage): string {
  const policy = {
    "default-src": ["'none'"],
    "script-src": ["'self'", ...scripts],
    "style-src": ["'self'", ...styles],
    "img-src": ["'self'", "data:", "blob:", ...originOf(s3?.endpoint)],
    "font-src": ["'self'"],
    "connect-src": ["'self'"],
    "worker-src": ["'self'"],
    "manifest-src": ["'self'"],
    // The pay page is a form that is sent to the provider.
    "form-action": ["'self'", ...originOf(remita.url)],
    "object-src": ["'none'"],
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
