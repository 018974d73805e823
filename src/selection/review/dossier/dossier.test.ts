import { PDFDocument } from "@cantoo/pdf-lib";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { fullApplicant } from "../../../../testing/full-applicant.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../../testing/staff.ts";
import { granted } from "../../../../testing/walk.ts";
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
