import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { inDays } from "../../../../testing/days.ts";
import { headOf } from "../../../../testing/head.ts";
import { type Candidate, candidate } from "../../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { storedDocument } from "../../../../testing/ready-applicant.ts";
import { type StaffMember, staffMember } from "../../../../testing/staff.ts";
import { granted } from "../../../../testing/walk.ts";
import { markOverdue, remindOfDocuments } from "./document-request.job.server.ts";

let portal: TestPortal;
let officer: StaffMember;
let colleague: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  const pages = ["applications", "applications.change"] as const;
  officer = await staffMember(portal, { pages, firstname: "Rakiya" });
  colleague = await staffMember(portal, { pages, firstname: "Musa", lastname: "Eze" });
});
afterAll(() => portal.stop());

const review = "/staff/ms_review";
const desk = "/staff/ms_document_request";
const read = async ({ application }: Candidate) => (await granted(officer.get(`${review}/${application}/file`))).body;
const seen = async (one: Candidate) => (await granted(one.get("/ms_applications"))).body[0];
const wanted = { label: "Affidavit of age", reason: "The year cannot be read", due: inDays(7) };

const reminders = async ({ emailaddress }: Candidate) =>
  (await portal.db.selectFrom("outgoing_mail").select("subject").where("recipient", "=", emailaddress).execute())
    .map(({ subject }) => subject)
    .filter((subject) => subject.includes("tomorrow"));

async function asked(one: Candidate, form: object = wanted): Promise<string> {
  return (await granted(officer.post(`${review}/${one.application}/request`, form))).body._id;
}

async function send(one: Candidate, request: string) {
  const { newname: uri } = await storedDocument(portal, one._id);
  const { body } = await granted(one.post(`/ms_document_request/${request}/document`, { uri }));
  return { uri, message: body.message as string };
}

test("a document is asked for, comes, is asked for once more, and is accepted; all that came stays in the file", async () => {
  const one = await candidate(portal);
  const { documents } = await read(one);
  const { requirement, label } = documents[0];
  const first = await asked(one, { requirement, reason: "It cannot be read", due: inDays(7) });
  const [, letter] = await portal.letters(one.emailaddress, 2);
  expect(letter?.text).toContain(`${label}\n\nWhy we ask: It cannot be read`);
  expect(await seen(one)).toMatchObject({
    ...{ status: 0, stage: "The admissions office asks you for a document" },
    documents: [{ _id: first, label, reason: "It cannot be read", file: null }],
  });
  expect((await one.get("/ms_dashboard")).body.asked).toBe(1);

  const before = await send(one, first);
  expect(before.message).toBe(`${label} has been sent to the office`);
  const { uri } = await send(one, first);
  expect((await seen(one)).documents).toMatchObject([{ file: { newname: uri } }]);
  expect((await seen(one)).stage).toBe("Received by the admissions office");
  const again = `${desk}/${first}/again`;
  const { _id: second } = (await granted(officer.post(again, { reason: "A part is cut off", due: inDays(9) }))).body;
  await send(one, second);
  await granted(officer.post(`${desk}/${second}/accept`));

  const file = await read(one);
  expect(file.documents).toMatchObject([{ requirement, file: { newname: documents[0].file.newname } }, {}, {}, {}]);
  expect(file.requests).toMatchObject([
    { _id: second, requirement, state: "Accepted", closedby: "Mrs Rakiya Sani", files: [{}] },
    { _id: first, requirement, state: "Asked again", files: [{ newname: uri }, { newname: before.uri }] },
  ]);
  const what = file.timeline.map((line: { what: string }) => line.what);
  expect(what.slice(0, 3)).toEqual([`${label}: accepted`, `${label}: sent`, expect.stringContaining(label)]);
  expect(what).toContain(`Asked for ${label}`);
  expect((await seen(one)).documents).toEqual([]);
});

test("what is asked for counts in the list until it is accepted or withdrawn, and nothing is checked before", async () => {
  const one = await candidate(portal);
  const standing = async () => {
    const { asked: count, papers } = (await granted(officer.get(`${review}/${one.application}`))).body;
    return [count, papers];
  };
  const requests = [await asked(one), await asked(one, { ...wanted, label: "Birth certificate" })];
  expect(await standing()).toEqual([2, "Awaited"]);
  const check = () => officer.post(`${review}/${one.application}/check`);
  expect((await check()).body).toMatchObject({
    code: "document-asked-for",
    message: expect.stringContaining("A document of"),
  });
  await send(one, requests[0] as string);
  expect(await standing()).toEqual([2, "Arrived"]);
  expect((await officer.post(`${desk}/${requests[1]}/accept`)).body).toMatchObject({
    code: "document-not-come",
    message: expect.stringContaining("has not come yet"),
  });
  await granted(officer.post(`${desk}/${requests[0]}/accept`));
  await granted(officer.post(`${desk}/${requests[1]}/withdraw`, { reason: "Brought to the counter" }));
  expect(await standing()).toEqual([0, null]);
  expect((await check()).body.type).toBe("success");
});

test("what has not come by its last day is overdue, and is still taken", async () => {
  const one = await candidate(portal);
  const request = await asked(one, { ...wanted, due: inDays(1) });
  const overdue = async () => {
    const { list } = (await granted(officer.get(`${review}?papers=Overdue`))).body;
    return list.map(({ _id }: { _id: string }) => _id);
  };
  await markOverdue.run(portal.app);
  expect(await overdue()).toEqual([]);
  const { pool } = portal.app.portal;
  await pool.query("alter table portal.document_request disable trigger document_request_guard");
  await pool.query("update portal.document_request set due = due - 3 where _id = $1", [request]);
  await pool.query("alter table portal.document_request enable trigger document_request_guard");
  await Promise.all([markOverdue.run(portal.app), markOverdue.run(portal.app)]);
  expect(await overdue()).toEqual([one.application]);
  expect((await read(one)).requests).toMatchObject([{ _id: request, overdue: true }]);
  expect((await seen(one)).documents[0].daysleft).toBeLessThan(0);
  await send(one, request);
  expect(await overdue()).toEqual([]);
  expect((await read(one)).requests).toMatchObject([{ state: "Arrived", overdue: false }]);
});

test("whoever has sent nothing is reminded once, the day before the last day", async () => {
  const [late, asleep, sent] = [await candidate(portal), await candidate(portal), await candidate(portal)];
  const requests = [
    await asked(late, { ...wanted, due: inDays(1) }),
    await asked(asleep, { ...wanted, due: inDays(2) }),
    await asked(sent, { ...wanted, due: inDays(1) }),
  ];
  await send(sent, requests[2] ?? "");
  await remindOfDocuments.run(portal.app);
  expect(await reminders(late)).toEqual([]);
  const { pool } = portal.app.portal;
  await pool.query("alter table portal.document_request disable trigger document_request_guard");
  await pool.query(
    `update portal.document_request set "createdAt" = "createdAt" - interval '2 days' where _id = any($1)`,
    [requests],
  );
  await pool.query("alter table portal.document_request enable trigger document_request_guard");
  await Promise.all([remindOfDocuments.run(portal.app), remindOfDocuments.run(portal.app)]);
  await remindOfDocuments.run(portal.app);
  expect(await reminders(late)).toEqual([
    expect.stringContaining("tomorrow is the last day for your document: Affidavit of age"),
  ]);
  expect([await reminders(asleep), await reminders(sent)]).toEqual([[], []]);
});

test.each<[string, object, string, RegExp]>([
  ["no reason", { reason: "" }, "reason", /Reason is required/],
  ["a reason of one sign", { reason: "x" }, "reason", /at least 2 characters/],
  ["no day", { due: "" }, "due", /Last day is required/],
  ["a day that is over", { due: "2020-01-01" }, "due", /is over already/],
  ["a day of the year after next", { due: inDays(500) }, "due", /within a year/],
  ["neither a document nor a name", { label: "" }, "label", /^Type the name of the document$/],
  ["a document and a name", { requirement: "x" }, "requirement", /not both/],
  [
    "a document of another application",
    { label: "", requirement: "01900000-0000-7000-8000-000000000000" },
    "requirement",
    /of this application/,
  ],
])("%s is refused at its field, and nothing is asked", async (_what, wrong, field, sentence) => {
  const one = await candidate(portal);
  const { body } = await officer.post(`${review}/${one.application}/request`, { ...wanted, ...wrong });
  expect(body.errors[field]).toMatch(sentence);
  expect((await seen(one)).documents).toEqual([]);
});

test("one and the same document is asked for once at a time, and ten at once at most", async () => {
  const one = await candidate(portal);
  await asked(one);
  const { body } = await officer.post(`${review}/${one.application}/request`, { ...wanted, label: "AFFIDAVIT of age" });
  expect(body).toMatchObject({
    code: "asked-for-already",
    errors: { label: expect.stringContaining("is asked for already") },
  });
  const ask = (nth: number) =>
    officer.post(`${review}/${one.application}/request`, { ...wanted, label: `Paper ${nth}` });
  const replies = await Promise.all(Array.from({ length: 11 }, (_, nth) => ask(nth)));
  expect(replies.filter(({ body: { type } }) => type === "success")).toHaveLength(9);
  expect((await read(one)).requests).toHaveLength(10);
});

test("of two officers who answer one request differently, one decides and the other hears who and when", async () => {
  const one = await candidate(portal);
  const request = await asked(one);
  await send(one, request);
  const replies = await Promise.all([
    officer.post(`${desk}/${request}/accept`),
    colleague.post(`${desk}/${request}/withdraw`, { reason: "Not needed" }),
  ]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  const lost = replies.find(({ status }) => status === 409)?.body.message;
  expect(lost).toMatch(/already: Mrs (Rakiya Sani|Musa Eze) closed it on/);
});

test("only its applicant sends a document, one of the own, and only while it is asked for", async () => {
  const [one, other] = [await candidate(portal), await candidate(portal)];
  const request = await asked(one);
  const path = `/ms_document_request/${request}/document`;
  const own = (await storedDocument(portal, one._id)).newname;
  const foreign = (await storedDocument(portal, other._id)).newname;
  expect((await other.post(path, { uri: foreign })).status).toBe(404);
  for (const [uri, code] of [
    [foreign, "not-own-upload"],
    ["https://example.com/x.pdf", "form-invalid"],
    ["../../etc/passwd", "form-invalid"],
  ])
    expect((await one.post(path, { uri })).body).toMatchObject({
      code,
      errors: { uri: expect.stringContaining("not one of your uploads") },
    });
  await granted(officer.post(`${desk}/${request}/withdraw`, { reason: "Not needed" }));
  expect((await one.post(path, { uri: own })).body).toMatchObject({
    code: "request-closed-already",
    message: expect.stringContaining("does not need Affidavit of age any more"),
  });
  expect((await read(one)).requests).toMatchObject([{ state: "Withdrawn", remark: "Not needed", files: [] }]);
});

test("a request beyond the officer's department is not there for any deed", async () => {
  const one = await candidate(portal);
  const request = await asked(one);
  const { rows } = await portal.app.portal.pool.query(
    `select d.code from portal.review r join portal.programme p on p._id = r.programme
      join portal.department d on d._id = p.department where r._id = $1`,
    [one.application],
  );
  const elsewhere = await headOf(portal, rows[0].code === "BIO" ? "MAT" : "BIO", [
    "applications",
    "applications.change",
  ]);
  const replies = await Promise.all([
    elsewhere.post(`${desk}/${request}/accept`),
    elsewhere.post(`${desk}/${request}/again`, { reason: "Not mine", due: inDays(3) }),
    elsewhere.post(`${desk}/${request}/withdraw`, { reason: "Not mine" }),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
});

test("what was asked for and what came is never rewritten", async () => {
  const one = await candidate(portal);
  const request = await asked(one);
  await send(one, request);
  await granted(officer.post(`${desk}/${request}/accept`));
  const { pool } = portal.app.portal;
  for (const change of [
    "update portal.document_request set reason = 'Another' where _id = $1",
    "update portal.document_request set state = 'Awaited' where _id = $1",
    "delete from portal.document_request where _id = $1",
    "delete from portal.document_arrival where request = $1",
  ])
    await expect(pool.query(change, [request])).rejects.toThrow(/does not (change|go)|append-only/);
});
