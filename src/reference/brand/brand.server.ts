import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { fileTypeFromBuffer } from "file-type";
import { sql } from "kysely";
import sharp from "sharp";
import * as v from "valibot";
import { actorName, registryOf, staffNames } from "#console/record/record.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { requireWholeCollege } from "#console/scope/scope.server.ts";
import { type Ask, type Guard, handle } from "#kit/wire/handle.server.ts";
import { type RefusalCode, refuse, refuseForm } from "#kit/wire/refusal.server.ts";
import { type AuditLine, auditOf } from "#platform/audit/audit.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { openGate } from "#platform/limits/gate.server.ts";
import type { Portal } from "#platform/portal/portal.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { requireVersion } from "#platform/write/version.server.ts";
import { write } from "#platform/write/write.server.ts";
import { type BrandForm, brandFields, brandForm, changeBrand, readBrand } from "./brand.contract.ts";
import { takeBrand } from "./brand.rules.ts";

export { brandedPage, usualCrest, webManifest } from "./brand.serve.server.ts";

/** How long another process may go on naming the college as it was. */
const RENEWED_MS = 2_000;

/** What stands until the college has said what it is called. */
export const usualBrand: BrandForm = {
  name: "College of Education",
  shortname: "The college",
  motto: "",
  address: "",
  office: "Admissions Office",
  phonenumber: "",
  emailaddress: "",
  hours: "Monday to Friday, 8 am to 4 pm",
  lightbrand: "#0f5240",
  lightdeep: "#0b3b2f",
  lightaccent: "#b98a2f",
  darkbrand: "#86cdb1",
  darkdeep: "#0a2f26",
  darkaccent: "#d3a84f",
  crest: "",
  signatory: "",
  signatorytitle: "Registrar",
  signature: "",
};

export interface KeptBrand {
  /** 0 where the college has said nothing yet. */
  readonly version: number;
  readonly form: BrandForm;
}

const held = new WeakMap<Portal, KeptBrand>();

/** The brand as it stands in the database. */
export async function keptBrand(db: Database | Trx): Promise<KeptBrand> {
  const { rows } = await sql<KeptBrand>`select version, form from portal.brand`.execute(db);
  return { version: rows[0]?.version ?? 0, form: { ...usualBrand, ...rows[0]?.form } };
}

/** What pages are served with: at most two seconds old. */
export const brandInForce = ({ portal }: FastifyInstance): KeptBrand =>
  held.get(portal) ?? { version: 0, form: usualBrand };

/** Reads the brand, and from then on again and again: another process may have changed it. */
export async function followBrand(app: FastifyInstance): Promise<void> {
  await renewBrand(app);
  // A database that is away for a moment is asked again at the next turn.
  const turns = setInterval(() => void renewBrand(app).catch(() => undefined), RENEWED_MS).unref();
  app.addHook("onClose", async () => clearInterval(turns));
}

async function renewBrand({ portal }: FastifyInstance): Promise<void> {
  const found = await keptBrand(portal.db);
  held.set(portal, found);
  takeBrand(found.form);
}

/** Keeps a picture that was drawn anew, under the hash of its bytes. */
async function keepPicture(trx: Trx, bytes: Buffer): Promise<string> {
  const name = `${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}.png`;
  await sql`insert into portal.brand_picture (name, bytes) values (${name}, ${bytes}) on conflict do nothing`.execute(
    trx,
  );
  return name;
}

/** A kept picture's bytes; undefined where there is none of this name. */
export async function pictureOf(db: Database | Trx, name: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ bytes: Buffer }>`select bytes from portal.brand_picture where name = ${name}`.execute(
    db,
  );
  return rows[0]?.bytes;
}

/** The same as a data address; empty where there is none. */
async function pictureAddress(db: Database | Trx, name: string): Promise<string> {
  const bytes = name === "" ? undefined : await pictureOf(db, name);
  return bytes ? `data:image/png;base64,${bytes.toString("base64")}` : "";
}

/** Who signs a letter: the name, or null where nobody was named; the signature as a data address, or null. */
export async function signatoryOf(db: Database) {
  const { form } = await keptBrand(db);
  const signature = await pictureAddress(db, form.signature);
  return { name: form.signatory || null, title: form.signatorytitle, signature: signature || null };
}

const SUBJECT = "brand:college";
const CHANGES = 20;
const pictures = ["crest", "signature"] as const;
type Picture = (typeof pictures)[number];

/** The longest side, in pixels: twice what the largest place on a paper shows. */
const LONGEST: Readonly<Record<Picture, number>> = { crest: 256, signature: 480 };
const MAX_PIXELS = 4e6;
const gate = openGate(1);

const drawable = ["image/png", "image/webp", "image/jpeg"];
const UNREADABLE = "This picture is damaged or too large. Choose another PNG or JPEG";

/** What the college is called, how it looks and who signs: for whoever may see it, and whoever may change it. */
export function brandCalls(app: FastifyInstance, view: Guard<Officer>, change: Guard<Officer>): void {
  const { db } = app.portal;

  handle(app, readBrand, view, async () => {
    const { version, form } = await keptBrand(db);
    const lines = await auditOf(db, SUBJECT, CHANGES);
    const staff = await staffNames(db, registryOf(app), lines);
    return {
      version,
      form: textsOf(form),
      pictures: { crest: await pictureAddress(db, form.crest), signature: await pictureAddress(db, form.signature) },
      changes: lines.map((line) => ({ at: line.at, who: actorName(line, staff), what: changedWords(line) })),
    };
  });

  handle(app, changeBrand, change, (ask) => saveBrand(app, ask, ask.body));
}

/** Keeps the college's words and pictures, and has this process speak them at once. */
export async function saveBrand(
  app: FastifyInstance,
  ask: Pick<Ask<Officer>, "who" | "body" | "request">,
  form: BrandForm,
): Promise<{ type: "success"; message: string; version: number }> {
  requireWholeCollege(ask.who);
  const drawn = { crest: await drawnAnew("crest", form), signature: await drawnAnew("signature", form) };
  const reply = await write(app, ask, async ({ trx, note }) => {
    // Two changes wait for each other, also the first ones, which have no row to lock.
    await sql`select pg_advisory_xact_lock(hashtext('portal brand'))`.execute(trx);
    const before = await keptBrand(trx);
    requireVersion(ask.request, before.version);
    const after: BrandForm = {
      ...form,
      crest: await keptName(trx, "crest", form, drawn.crest),
      signature: await keptName(trx, "signature", form, drawn.signature),
    };
    const [was, is] = [textsOf(before.form), textsOf(after)];
    if (before.version > 0 && brandFields.every((name) => was[name] === is[name]))
      throw refuse("nothing-changed", "Nothing was changed. Change a field first, then save");
    const version = before.version + 1;
    await sql`insert into portal.brand (form, version) values (${JSON.stringify(is)}::jsonb, ${version})
      on conflict (one) do update set form = excluded.form, version = excluded.version, "updatedAt" = now()`.execute(
      trx,
    );
    note({ deed: "brand.change", subject: SUBJECT, before: was, after: is });
    return { type: "success" as const, message: `The portal is ${is.name}'s now`, version };
  });
  await renewBrand(app);
  return reply;
}

const textsOf = (form: BrandForm) =>
  Object.fromEntries(brandFields.map((name) => [name, form[name] ?? ""])) as Record<keyof BrandForm, string>;

/** A picture that was sent, as a PNG of our own with its transparency; undefined where none was. */
async function drawnAnew(which: Picture, form: BrandForm): Promise<Buffer | undefined> {
  const [, sent] = /^data:[^,]*,(.*)$/.exec(form[which]) ?? [];
  if (sent === undefined) return undefined;
  const side = LONGEST[which];
  const bytes = Buffer.from(sent, "base64");
  return gate(async () => {
    // By what it is, not by what it is called: a drawing (SVG) may take minutes to draw, and no time limit ends it.
    if (!drawable.includes((await fileTypeFromBuffer(bytes))?.mime ?? ""))
      throw refusedPicture("file-damaged", which, UNREADABLE);
    try {
      return await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "warning" })
        .timeout({ seconds: 5 })
        .autoOrient()
        .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
        .toColourspace("srgb")
        .png({ compressionLevel: 9 })
        .toBuffer();
    } catch {
      throw refusedPicture("file-damaged", which, UNREADABLE);
    }
  });
}

async function keptName(trx: Trx, which: Picture, form: BrandForm, drawn: Buffer | undefined): Promise<string> {
  if (drawn) return keepPicture(trx, drawn);
  const name = form[which];
  if (name !== "" && !(await pictureOf(trx, name)))
    throw refusedPicture("picture-not-kept", which, "This picture is not kept here. Choose it again");
  return name;
}

const refusedPicture = (code: RefusalCode, which: Picture, sentence: string) =>
  refuseForm(code, sentence, { [which]: sentence });

/** What a change changed, field by field: "Short name: GCE Gurara, before: The college". */
function changedWords({ before, after }: AuditLine): string[] {
  return brandFields.flatMap((name) => {
    const [was, is] = [String(before?.[name] ?? ""), String(after?.[name] ?? "")];
    if (was === is) return [];
    const label = v.getTitle(brandForm.entries[name]) ?? name;
    if (pictures.some((picture) => picture === name))
      return [`${label}: ${is === "" ? "taken away" : "another picture"}`];
    return [`${label}: ${is || "none"}, before: ${was || "none"}`];
  });
}
