import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import type { Portal } from "#platform/portal/portal.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import type { BrandForm } from "./brand.contract.ts";
import { takeBrand } from "./brand.rules.ts";

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

/** Takes the brand as it stands in the database. */
export async function renewBrand({ portal }: FastifyInstance): Promise<void> {
  const found = await keptBrand(portal.db);
  held.set(portal, found);
  takeBrand(found.form);
}

/** Keeps a picture that was drawn anew, under the hash of its bytes. */
export async function keepPicture(trx: Trx, bytes: Buffer): Promise<string> {
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
export async function pictureAddress(db: Database | Trx, name: string): Promise<string> {
  const bytes = name === "" ? undefined : await pictureOf(db, name);
  return bytes ? `data:image/png;base64,${bytes.toString("base64")}` : "";
}

/** Who signs a letter: the name, or null where nobody was named; the signature as a data address, or null. */
export async function signatoryOf(db: Database) {
  const { form } = await keptBrand(db);
  const signature = await pictureAddress(db, form.signature);
  return { name: form.signatory || null, title: form.signatorytitle, signature: signature || null };
}
