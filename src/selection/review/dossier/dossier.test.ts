import { deflateSync } from "node:zlib";
import { PDFDocument } from "@cantoo/pdf-lib";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { fullApplicant } from "../../../../testing/full-applicant.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../../testing/staff.ts";
import { smallPdf } from "../../../../testing/upload.ts";
import { granted } from "../../../../testing/walk.ts";
import { joinDossier, oneAtATime } from "./dossier.join.server.ts";
import { drawDossier } from "./dossier.pdf.server.ts";

let portal: TestPortal;
let officer: StaffMember;
let id: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  officer = await staffMember(portal, { pages: ["applications", "exports"] });
  await fullApplicant(portal, 7);
  id = (await portal.db.selectFrom("application").select("_id").executeTakeFirstOrThrow())._id;
});
afterAll(() => portal.stop());

const fetched = (by: StaffMember, of = id) =>
  fetch(`${portal.url}/api/staff/ms_review/${of}/dossier`, { headers: { cookie: by.cookie } });

test("a file leaves as one PDF with every document behind what was submitted", async () => {
  const reply = await fetched(officer);
  expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect(reply.headers.get("content-disposition")).toMatch(/^attachment; filename="dossier-[\w-]+\.pdf"$/);
  const pdf = await PDFDocument.load(await reply.arrayBuffer());
  const file = (await granted(officer.get(`/staff/ms_review/${id}/file`))).body;
  const sent = file.documents.filter(({ file: one }: { file: unknown }) => one).length;
  expect(sent).toBeGreaterThan(0);
  expect(pdf.getPageCount()).toBeGreaterThan(sent);
  expect(pdf.getTitle()).toBe(`${file.name}, ${file.code}`);
  const exports = await granted(officer.get("/staff/ms_export"));
  expect(exports.body.list[0]).toMatchObject({ name: "Dossier", filter: file.code });
});

test("nobody takes the dossier of a file beyond the own right", async () => {
  const none = await staffMember(portal, { pages: ["exports"] });
  expect((await fetched(none)).status).toBe(403);
  expect((await fetched(officer, "019363d2-0000-7000-8000-000000000000")).status).toBe(404);
});

test("names of every language and papers that cannot be joined are no fault", async () => {
  const pdf = await drawDossier({
    title: "Ọláìyá Ƙasimu ɗan Ɓello, 2026/NCE/1",
    photo: null,
    parts: [{ heading: "Applicant", lines: [["Address", `${"W".repeat(400)} “Ụmụahịa” ₦ 漢`]] }],
    papers: [
      { label: "Slip", mediatype: "application/pdf", bytes: Buffer.from("%PDF-1.4\nnothing\n%%EOF") },
      { label: "Letter", mediatype: "image/jpeg", bytes: null },
    ],
  });
  expect((await PDFDocument.load(pdf)).getPageCount()).toBe(3);
});

const wrapped = (...objects: string[]) =>
  Buffer.from(
    `%PDF-1.5\n1 0 obj\n<< /Type /Catalog /Pages 10 0 R >>\nendobj\n${objects.join("\n")}\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`,
    "latin1",
  );

const leaf = (number: number) => `${number} 0 obj\n<< /Type /Page /Parent 10 0 R /MediaBox [0 0 300 300] >>\nendobj`;

/** Two kids that are one, so deep. */
const doubling = (depth: number) =>
  wrapped(
    ...Array.from({ length: depth }, (_, n) => {
      const kid = `${11 + n} 0 R`;
      return `${10 + n} 0 obj\n<< /Type /Pages /Kids [${kid} ${kid}] /Count 2 >>\nendobj`;
    }),
    leaf(10 + depth),
  );

/** One page, and packed twice so many megabytes of nothing. */
function bomb(megabytes: number): Buffer {
  const body = deflateSync(deflateSync(Buffer.alloc(megabytes * 1024 * 1024, " "))).toString("latin1");
  const packed = `<< /Type /ObjStm /N 0 /First 0 /Filter [/FlateDecode /FlateDecode] /Length ${body.length} >>`;
  return wrapped(
    "10 0 obj\n<< /Type /Pages /Kids [11 0 R] /Count 1 >>\nendobj",
    leaf(11),
    `12 0 obj\n${packed}\nstream\n${body}\nendstream\nendobj`,
  );
}

const joined = async (files: readonly Buffer[], bounds?: Parameters<typeof joinDossier>[1]) => {
  const papers = files.map((bytes) => ({ label: "Paper", mediatype: "application/pdf", bytes }));
  const pdf = await PDFDocument.load(await joinDossier({ title: "Ada", photo: null, parts: [], papers }, bounds));
  return pdf.getPages().map((page) => Math.round(page.getWidth()));
};

const [SAID, OWN] = [595, 200];

test("a tree that doubles its pages, one without pages and a book have a page that says so, and the next is joined", async () => {
  const kids = Array.from({ length: 201 }, (_, n) => 11 + n);
  const book = wrapped(
    `10 0 obj\n<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(" ")}] /Count 201 >>\nendobj`,
    ...kids.map(leaf),
  );
  const none = wrapped("10 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj");
  const round = wrapped("10 0 obj\n<< /Type /Pages /Kids [10 0 R 11 0 R] /Count 2 >>\nendobj", leaf(11));
  const pages = await joined([doubling(28), doubling(3), none, book, round, smallPdf()]);
  expect(pages).toEqual([SAID, SAID, SAID, SAID, SAID, SAID, OWN]);
});

test("what takes more memory than any paper stops its thread, not the portal, and the next is joined", async () => {
  const pages = await joined([bomb(200), smallPdf()], { milliseconds: 60_000, megabytes: 96 });
  expect(pages).toEqual([SAID, SAID, OWN]);
});

test("what takes longer than any paper is ended, and nothing is silently missing", async () => {
  const before = performance.now();
  const pages = await joined([bomb(200), bomb(200)], { milliseconds: 500, megabytes: 4_000 });
  expect(pages).toEqual([SAID, SAID, SAID]);
  expect(performance.now() - before).toBeLessThan(30_000);
});

test("one dossier at a time is drawn for an officer", async () => {
  const [reply, other] = await Promise.all([fetched(officer), fetched(officer)]);
  const [late, drawn] = reply.status === 200 ? [other, reply] : [reply, other];
  expect([drawn.status, late.status]).toEqual([200, 429]);
  expect(await late.json()).toMatchObject({ code: "dossier-being-drawn" });
  await expect(oneAtATime("somebody", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await oneAtATime("somebody", async () => 1)).toBe(1);
  expect((await fetched(officer)).status).toBe(200);
});
