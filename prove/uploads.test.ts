import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { builtPages } from "../src/access/permission/permission.pages.rules.ts";
import { signedInApplicant } from "../testing/applicant.ts";
import { sumOfRows } from "../testing/database.ts";
import { keepEvidence } from "../testing/evidence.ts";
import { hostileFiles, MARK } from "../testing/hostile-files.ts";
import { hostileNames, hostileTables } from "../testing/hostile-tables.ts";
import { gradient } from "../testing/pictures.ts";
import { startPortal, type TestPortal } from "../testing/portal.ts";
import { ownOrigin, staffMember } from "../testing/staff.ts";
import { signedInStudent } from "../testing/student.ts";

/** A call that takes a form with a file, with what lets its sender in. */
interface Place {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly takes: "pictures" | "tables";
}

interface Told {
  readonly status: number;
  readonly text: string;
  readonly ms: number;
}

let portal: TestPortal;
let places: readonly Place[];
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  places = await findPlaces();
}, 120_000);
beforeEach(() => portal.db.deleteFrom("limits").execute());
afterAll(() => portal.stop());

/** Takes a piece of a file that was announced, and says of it what its own test says; the other has a secret in its address. */
const notForms = new Set(["/api/uploads/pieces/:id/:place", "/api/payments/notification/:secret"]);

/** Every call that reads a form is found by sending one: a new one is attacked like the others. */
async function findPlaces(): Promise<Place[]> {
  const office = await staffMember(portal, { pages: builtPages.map(({ key }) => key) });
  const [applicant, student] = [await signedInApplicant(portal), await signedInStudent(portal)];
  const origin = ownOrigin(portal);
  const found: Place[] = [];
  for (const { url, endpoint, guard = "" } of portal.app.calls) {
    if (endpoint?.method !== "POST" || notForms.has(url)) continue;
    const cookie = guard === "student" ? student.cookie : office.cookie;
    const headers: Record<string, string> =
      guard === "applicant" ? { authorization: `Bearer ${applicant.token}` } : { cookie, origin };
    const place = { url: url.replace(/:\w+/g, "01900000-0000-7000-8000-000000000000"), headers };
    const { status, text } = await send({ ...place, takes: "tables" }, "x", Buffer.from("x"));
    if (status === 415) continue;
    found.push({ ...place, takes: JSON.parse(text).code === "file-missing" ? "pictures" : "tables" });
  }
  return found;
}

/** A line that the portal cut behind an earlier refusal may be taken for a living one: then it is sent once more. */
const send = (...asked: Parameters<typeof sendOnce>): Promise<Told> =>
  sendOnce(...asked)
    .catch(() => sendOnce(...asked))
    .catch((fault) => ({ status: 0, text: String(fault), ms: 0 }));

async function sendOnce({ url, headers }: Place, field: string, bytes: Buffer, name = "me.jpg"): Promise<Told> {
  const form = new FormData();
  // As lists of JAMB's and statements are asked for; other tables have no such fields.
  if (url.includes("jamb_list")) form.append("kind", "candidates");
  form.append(field, new Blob([new Uint8Array(bytes)], { type: "image/jpeg" }), name);
  const query = url.includes("ms_statement") ? "?source=Bank&name=x" : "";
  const begun = performance.now();
  const response = await fetch(`${portal.url}${url}${query}`, { method: "POST", headers, body: form });
  return { status: response.status, text: await response.text(), ms: performance.now() - begun };
}

/** What is wrong with a refusal; undefined for one of the house, in time, that tells nothing. */
function wrongWith({ status, text, ms }: Told): string | undefined {
  if (ms > 10_000) return `took ${Math.round(ms)} ms`;
  if (!/^\{.*"code":"[a-z-]+"/.test(text)) return `no refusal of the house: ${status} ${text.slice(0, 200)}`;
  if (text.includes("canary-7f3a") || /node_modules|\.ts:|violates/.test(text)) return `tells ${text.slice(0, 200)}`;
  return status === 500 || status === 413 || status === 400 || status === 404 || status === 200
    ? undefined
    : String(status);
}

const storedFiles = () => {
  const folder = join(portal.config.dataDir, "files");
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name) => readFileSync(join(folder, name)));
};

test("every place that takes a file is found, and the pictures' are these", () => {
  const pictures = places.filter(({ takes }) => takes === "pictures").map(({ url }) => url);
  expect(pictures.sort()).toEqual([
    "/api/staff/ms_clearance/proof",
    "/api/staff/ms_fee_waiver/evidence",
    "/api/staff/ms_help_desk/evidence",
    "/api/staff/ms_material/file",
    "/api/staff/ms_olevel_check/proof",
    "/api/staff/ms_payment_correction/evidence",
    "/api/staff/ms_record_correction/evidence",
    "/api/staff/ms_rectification/evidence",
    "/api/student/project/file",
    "/api/uploads",
  ]);
  expect(places.length - pictures.length).toBeGreaterThan(40);
});

test("of hostile files nothing is stored as it was sent, at any place that takes a picture or a paper", async (context) => {
  const files = await hostileFiles();
  const wrong: string[] = [];
  let sent = 0;
  for (const place of places.filter(({ takes }) => takes === "pictures")) {
    for (const [at, { what, field, bytes, fate }] of files.entries()) {
      // A photograph is asked for nowhere but on the profile: the others take it as a paper.
      const named = place.url.includes("material") ? "material" : place.url === "/api/uploads" ? field : "document";
      if (at % 20 === 0) await portal.db.deleteFrom("limits").execute();
      const told = await send(place, named, bytes);
      sent += 1;
      const isTaken = told.status === 200 && JSON.parse(told.text).type === "success";
      if (isTaken && fate !== "drawn" && !isPaper(what)) wrong.push(`${place.url} took ${what}`);
      const complaint = isTaken ? undefined : wrongWith(told);
      if (complaint) wrong.push(`${place.url} ${what}: ${complaint}`);
    }
  }
  expect(wrong).toEqual([]);
  const stored = storedFiles();
  const raw = stored.filter((bytes) => files.some((file) => file.bytes.equals(bytes) && !isPaper(file.what)));
  const carrying = stored.filter((bytes) => bytes.includes("canary-7f3a") || bytes.includes(MARK.slice(0, 5)));
  expect([raw.length, carrying.length]).toEqual([0, 0]);
  keepEvidence(context, {
    asked: "60 hostile files, 0 stored raw, 0 payloads survive",
    measured: `${files.length} files at 10 places, ${sent} sent, ${stored.length} drawn anew or harmless, 0 raw, 0 payloads`,
  });
}, 600_000);

/** A whole PDF of one empty page is a stranger to a photograph, and nothing but a paper elsewhere. */
const isPaper = (what: string) => what === "PDF";

test("of hostile tables nothing is stored, at any place that takes one", async (context) => {
  const tables = await hostileTables();
  const before = await sumOfRows(portal.db);
  const wrong: string[] = [];
  const takers = places.filter(({ takes }) => takes === "tables");
  let sent = 0;
  for (const [at, place] of takers.entries()) {
    for (const [which, [what, bytes]] of tables.entries()) {
      // One reader reads them all: the first place is sent each of them, the others every twelfth in turn.
      if (at > 0 && (at + which) % 12 > 0) continue;
      sent += 1;
      const told = await send(place, "file", bytes, what.includes("sheet") ? "x.xlsx" : "x.csv");
      const complaint = wrongWith(told);
      if (complaint) wrong.push(`${place.url} ${what}: ${complaint}`);
      else if (told.status === 200 && JSON.parse(told.text).type === "success") wrong.push(`${place.url} took ${what}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(await sumOfRows(portal.db)).toEqual(before);
  keepEvidence(context, {
    asked: "no hostile table is stored",
    measured: `${tables.length} tables at ${takers.length} places, ${sent} sent, none taken`,
  });
}, 600_000);

test("a file's own name is forgotten, however it is called, and what is served is a picture and nothing else", async () => {
  const [place] = places.filter(({ url }) => url === "/api/uploads");
  if (!place) throw new Error("no upload");
  const picture = await gradient().jpeg().toBuffer();
  for (const name of hostileNames) {
    const { status, text } = await send(place, "photo", picture, name);
    // Without a name a form has no file.
    if (name === "" && status === 500) continue;
    expect([name.slice(0, 20), status, JSON.parse(text).type]).toEqual([name.slice(0, 20), 200, "success"]);
    const { newname, link } = JSON.parse(text).photo;
    expect(newname).toMatch(/^[\w-]{20,}\.jpg$/);
    const served = await fetch(
      new URL(new URL(link, portal.url).pathname + new URL(link, portal.url).search, portal.url),
    );
    expect(served.headers.get("content-type")).toBe("image/jpeg");
    expect(served.headers.get("content-disposition")).toBe(`inline; filename="${newname}"`);
    expect(served.headers.get("x-content-type-options")).toBe("nosniff");
    expect(served.headers.get("content-security-policy")).toBe(
      "default-src 'none';base-uri 'none';frame-ancestors 'none'",
    );
    expect(served.headers.get("cache-control")).toBe("no-store");
    expect(Buffer.from(await served.arrayBuffer()).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  }
});

test("forms of many parts, of many files, of two megabytes and one byte, and of nothing are refused", async () => {
  const jpeg = await gradient().jpeg().toBuffer();
  const twoMegabytes = Buffer.concat([jpeg, Buffer.alloc(2 * 1024 * 1024 + 1 - jpeg.length)]);
  const part = (field: string, bytes: Buffer) => [field, new Blob([new Uint8Array(bytes)]), "a.jpg"] as const;
  const forms: readonly (readonly [what: string, parts: readonly (readonly [string, Blob, string])[]])[] = [
    ["two files", [part("photo", jpeg), part("photo", jpeg)]],
    ["a hundred files", Array.from({ length: 100 }, () => part("photo", jpeg))],
    ["another field", [part("picture", jpeg)]],
    ["no part", []],
    ["nothing in it", [part("photo", Buffer.alloc(0))]],
    ["a byte too many", [part("photo", twoMegabytes)]],
  ];
  const before = storedFiles().length;
  for (const { url, headers, takes } of places) {
    if (takes !== "pictures") continue;
    for (const [what, parts] of forms) {
      // A lecturer may give ten megabytes to a class.
      const form = new FormData();
      for (const [field, blob, name] of parts) form.append(field, blob, name);
      const response = await fetch(`${portal.url}${url}`, { method: "POST", headers, body: form });
      const told = { status: response.status, text: await response.text(), ms: 0 };
      expect([url, what, wrongWith(told), told.status === 200]).toEqual([url, what, undefined, false]);
    }
  }
  expect(storedFiles().length).toBe(before);
}, 120_000);
