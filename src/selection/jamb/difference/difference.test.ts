import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { coded } from "../../../../testing/bursar.ts";
import { headOf } from "../../../../testing/head.ts";
import { sendJambFile } from "../../../../testing/jamb-file.ts";
import { manyApplications } from "../../../../testing/many-applications.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../../testing/staff.ts";
import { granted } from "../../../../testing/walk.ts";
import { keepUpWithJamb } from "../jamb.job.server.ts";

let portal: TestPortal;
let officer: StaffMember;
let session: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  officer = await staffMember(portal, { pages: ["jamb-lists", "jamb-lists.change"] });
  session = await coded(portal, "session", "2026");
  await manyApplications(portal.app.portal.pool, {
    count: 8,
    programme: await coded(portal, "programme", "NCE-BIO-CHE"),
  });
  await sql`update portal.review set lgaoforigin = 'Ogbomoso North' where lgaoforigin = 'Ogbomosho North'`.execute(
    portal.db,
  );
});
afterAll(() => portal.stop());

const jamb = (nth: number) => `2026${String(nth).padStart(8, "0")}AA`;

/** Where the desk has an application, as offers and payments would have brought it there. */
const stands = (nth: number, ...states: string[]) =>
  states.reduce(
    (before, state) =>
      before.then(() =>
        sql`update portal.review set state = ${state}, "updatedAt" = now() where jamb = ${jamb(nth)}`
          .execute(portal.db)
          .then(() => undefined),
      ),
    Promise.resolve(),
  );

interface Shown {
  readonly jamb: string;
  readonly here: string;
  readonly there: string;
}

/** What a case shows, by JAMB number. */
async function differing(kind: string): Promise<Record<string, string>> {
  const { body } = await officer.get(`/staff/ms_jamb_difference?sort=jamb&kind=${encodeURIComponent(kind)}`);
  return Object.fromEntries(body.list.map(({ jamb: of, here, there }: Shown) => [of, `${here} | ${there}`]));
}

const own = async (nth: number) =>
  portal.db
    .selectFrom("review")
    .select(["name", "stateoforigin", "lgaoforigin"])
    .where("jamb", "=", jamb(nth))
    .executeTakeFirstOrThrow();

test("nothing differs from lists that nobody has brought", async () => {
  await stands(1, "Offered");
  await granted(officer.post("/staff/ms_jamb_difference/look", { session }));
  expect((await officer.get("/staff/ms_jamb_difference")).body.total).toBe(0);
  expect((await officer.get("/staff/ms_jamb_list/desk/now")).body).toMatchObject({
    session: { _id: session },
    candidates: { count: 0, last: null },
    differences: [],
    lookedAt: expect.any(String),
  });
});

test("each person is compared with the candidates' list, by name, origin and programme", async () => {
  const [one, two, three, four] = await Promise.all([own(1), own(2), own(3), own(4)]);
  const row = (nth: number, name: string, state: string, area: string, course: string) =>
    `${jamb(nth)},"${name}",${state},${area},${course}`;
  const file = [
    "RG_NUM,RG_CANDNAME,STATE_NAME,LGA_NAME,CO_NAME",
    row(1, one.name.toUpperCase(), one.stateoforigin, one.lgaoforigin, "BIOLOGY/CHEMISTRY"),
    // In another order, with a name more: the same person.
    row(
      2,
      `${two.name.split(" ").reverse().join(" ")} Danjuma`,
      two.stateoforigin,
      two.lgaoforigin,
      "CHEMISTRY/BIOLOGY",
    ),
    row(3, "Somebody Else", three.stateoforigin, three.lgaoforigin, "BIOLOGY/CHEMISTRY"),
    row(4, four.name, "Taraba", "Jalingo", "MATHEMATICS/PHYSICS"),
    row(99, "Never Applied", "Kano", "Dala", "BIOLOGY/CHEMISTRY"),
  ].join("\n");
  await granted(sendJambFile(portal, officer, { kind: "candidates", session, file }));
  expect(await differing("Other name")).toEqual({ [jamb(3)]: `${three.name} | Somebody Else` });
  expect(await differing("Other origin")).toEqual({
    [jamb(4)]: `${four.lgaoforigin}, ${four.stateoforigin} | Jalingo, Taraba`,
  });
  expect(await differing("Other programme")).toEqual({
    [jamb(4)]: "NCE Biology/Chemistry | NCE Mathematics/Physics",
  });
  expect(await differing("On the list, no application")).toEqual({
    [jamb(99)]: "No application | NCE Biology/Chemistry",
  });
  expect(Object.keys(await differing("Applied, not on the list"))).toEqual([5, 6, 7, 8].map(jamb));
  expect(await differing("Offered, not approved")).toEqual({});
});

test("offers and payments are held against what CAPS said last", async () => {
  await stands(2, "Offered");
  await stands(3, "Offered", "Accepted");
  await stands(4, "Offered", "Accepted");
  const first = `RG_NUM,STATUS\n${jamb(1)},ADMITTED\n${jamb(2)},Rejected\n${jamb(3)},Accepted\n${jamb(5)},Approved\n`;
  await granted(sendJambFile(portal, officer, { kind: "caps", session, file: first }));
  expect(await differing("Offered and approved")).toEqual({
    [jamb(1)]: "Offered, NCE Biology/Chemistry | ADMITTED",
    [jamb(3)]: "Accepted, NCE Biology/Chemistry | Accepted",
  });
  expect(await differing("Offered, not approved")).toEqual({ [jamb(2)]: "Offered, NCE Biology/Chemistry | Rejected" });
  expect(await differing("Paid, not approved")).toEqual({
    [jamb(4)]: "Accepted, NCE Biology/Chemistry | Not in the CAPS return",
  });
  expect(await differing("Approved, not offered")).toEqual({
    [jamb(5)]: "Submitted, NCE Biology/Chemistry | Approved",
  });

  await granted(sendJambFile(portal, officer, { kind: "caps", session, file: `RG_NUM,STATUS\n${jamb(2)},Approved\n` }));
  expect(await differing("Offered, not approved")).toEqual({});
  const { body } = await officer.get(`/staff/ms_caps_return?q=${jamb(2)}`);
  expect(body.list.map(({ status }: { status: string }) => status)).toEqual(["Approved"]);
  const wrong = await sendJambFile(portal, officer, {
    kind: "caps",
    session,
    file: `RG_NUM,STATUS\n${jamb(2)},Maybe\n`,
  });
  expect(wrong.body).toMatchObject({
    code: "rows-wrong",
    message: expect.stringContaining("Status Maybe is not known"),
  });
});

test("a file tells where JAMB differs and what CAPS answered, to whoever holds the lists, and never the own", async () => {
  const idOf = async (nth: number) =>
    (await portal.db.selectFrom("review").select("_id").where("jamb", "=", jamb(nth)).executeTakeFirstOrThrow())._id;
  const standing = async (nth: number, who = officer) =>
    who.get(`/staff/ms_jamb_difference/standing/${await idOf(nth)}`);
  expect((await standing(3)).body).toMatchObject({
    differences: [{ kind: "Other name", there: "Somebody Else" }],
    lookedAt: expect.any(String),
    caps: { status: "Accepted", said: "Accepted" },
    returned: true,
  });
  expect((await standing(4)).body).toMatchObject({
    differences: [{ kind: "Other origin" }, { kind: "Other programme" }, { kind: "Paid, not approved" }],
    caps: null,
  });
  expect((await standing(4, await staffMember(portal, { pages: ["applications"] }))).status).toBe(403);
  const of = portal.db.selectFrom("applicant").select(["_id", "emailaddress"]).where("jamb", "=", jamb(3));
  const { _id, emailaddress } = await of.executeTakeFirstOrThrow();
  await portal.db.updateTable("applicant").set({ emailaddress: officer.emailaddress }).where("_id", "=", _id).execute();
  const { status, body } = await standing(3);
  expect([status, body.code, body.message]).toEqual([403, "own-file", expect.stringContaining("Your own file")]);
  await portal.db.updateTable("applicant").set({ emailaddress }).where("_id", "=", _id).execute();
});

test("nobody reads the own difference, applied or not", async () => {
  const of = portal.db.selectFrom("applicant").select(["_id", "emailaddress"]).where("jamb", "=", jamb(3));
  const { _id, emailaddress } = await of.executeTakeFirstOrThrow();
  const called = (address: string) =>
    sql`update portal.applicant set emailaddress = ${address} where _id = ${_id}`.execute(portal.db);
  const before = Object.keys(await differing("Other name"));
  await called(officer.emailaddress);
  expect([before, Object.keys(await differing("Other name"))]).toEqual([[jamb(3)], []]);
  await called(emailaddress);
});

test("the desk counts each case, and the clock keeps it up with what the college does", async () => {
  await stands(5, "Offered");
  await keepUpWithJamb.run(portal.app);
  expect(await differing("Approved, not offered")).toEqual({});
  const { body } = await officer.get(`/staff/ms_jamb_list/desk/${session}`);
  const counts = Object.fromEntries(
    body.differences.map((one: { kind: string; count: number }) => [one.kind, one.count]),
  );
  expect(counts).toMatchObject({ "Offered and approved": 4, "Paid, not approved": 1, "Other name": 1 });
  expect(body).toMatchObject({
    candidates: { count: 5, last: { by: "Mrs Hauwa Sani" } },
    caps: { count: 4 },
  });
  expect((await officer.get("/staff/ms_jamb_list/desk/01900000-0000-7000-8000-000000000000")).status).toBe(404);
});

test("what still differs stays as it was, with the day since when it is known", async () => {
  const ids = async () =>
    (await officer.get("/staff/ms_jamb_difference?sort=jamb")).body.list.map(({ _id }: { _id: string }) => _id);
  const before = await ids();
  await granted(officer.post("/staff/ms_jamb_difference/look", { session }));
  expect(await ids()).toEqual(before);
});

test("a course that no programme plainly is waits for somebody to say, and then counts", async () => {
  const six = await own(6);
  const file = `RG_NUM,RG_CANDNAME,CO_NAME\n${jamb(6)},${six.name},Life Sciences\n`;
  await granted(sendJambFile(portal, officer, { kind: "candidates", session, file }));
  const { body } = await officer.get("/staff/ms_jamb_course?matched=false");
  const [course] = body.list;
  expect(body.list).toMatchObject([{ course: "Life Sciences", programme: null }]);
  const programme = await coded(portal, "programme", "NCE-BIO-MAT");
  await granted(
    officer.put(`/staff/ms_jamb_course/${course._id}`, { course: "Life Sciences", programme }, { "if-match": '"1"' }),
  );
  await keepUpWithJamb.run(portal.app);
  expect(await differing("Other programme")).toMatchObject({
    [jamb(6)]: "NCE Biology/Chemistry | NCE Biology/Mathematics",
  });
});

test("the list for CAPS leaves as a file, which is written down", async () => {
  await sql`update portal.review set utme = 210, screening = 61.5 where jamb = ${jamb(1)}`.execute(portal.db);
  const { body: caps } = await officer.get("/staff/ms_caps_proposal/export?sort=jamb");
  const lines = caps.trim().split("\r\n");
  expect(lines[1]).toMatch(/^JAMB number,Name,Sex,Programme,Mode of entry,UTME,Screening,O-Level credits,/);
  expect(lines.slice(2).map((line: string) => line.split(",")[0])).toEqual([1, 2, 3, 4, 5].map(jamb));
  expect(lines[2]).toContain("NCE Biology/Chemistry,JAMB UTME,210,61.5,");
  const written = await portal.db
    .selectFrom("export")
    .select(["name", "rows"])
    .where("staff", "=", officer._id)
    .execute();
  expect(written).toEqual([{ name: "Proposals", rows: 5 }]);
});

test("a head looks at the department's own and compares nothing", async () => {
  const head = await headOf(portal, "BIO", ["jamb-lists", "jamb-lists.change"]);
  const { body } = await head.get("/staff/ms_jamb_difference");
  expect(body.total).toBeGreaterThan(0);
  const other = await headOf(portal, "CHE", ["jamb-lists"]);
  expect((await other.get("/staff/ms_caps_proposal")).body.total).toBe(0);
  expect((await head.post("/staff/ms_jamb_difference/look", { session })).status).toBe(403);
});

test("a session that is not there cannot be compared", async () => {
  for (const odd of ["x", "01900000-0000-7000-8000-000000000000"])
    expect(await officer.post("/staff/ms_jamb_difference/look", { session: odd })).toMatchObject({
      status: 200,
      body: { type: "error", code: "choice-not-found", errors: { session: "Choose a session" } },
    });
});
