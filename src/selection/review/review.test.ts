import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { headOf } from "../../../testing/head.ts";
import { type Candidate, candidate } from "../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let officer: StaffMember;
let biology: Candidate;
let others: readonly Candidate[];
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  officer = await staffMember(portal, { pages: ["applications", "applications.change"], firstname: "Rakiya" });
  const { rows } = await portal.app.portal.pool.query<{ nth: string; department: string }>(
    `select row_number() over (order by p.code) - 1 as nth, d.code as department from portal.programme p
      join portal.department d on d._id = p.department where p.admits`,
  );
  const nths = (wanted: (department: string) => boolean) =>
    rows.filter(({ department }) => wanted(department)).map(({ nth }) => Number(nth));
  biology = await candidate(portal, nths((code) => code === "BIO")[0]);
  const elsewhere = nths((code) => code !== "BIO");
  others = [await candidate(portal, elsewhere[0]), await candidate(portal, elsewhere[1])];
});
afterAll(() => portal.stop());

const path = "/staff/ms_review";
const list = async (query: string, by = officer) => (await granted(by.get(`${path}?${query}`))).body;
const codes = async (query: string) =>
  (await list(query)).list.map(({ code }: { code: string }) => code).sort((a: string, b: string) => (a < b ? -1 : 1));
const file = async (one: Candidate) => (await granted(officer.get(`${path}/${one.application}/file`))).body;

test("an application is found by code, JAMB number, RRR however it is written, phone and name", async () => {
  const { jamb, rrr } = (await list(`q=${biology.code}`)).list[0];
  const grouped = rrr.replace(/(\d{4})(\d{4})(\d{4})/, "$1-$2-$3");
  for (const word of [biology.code, biology.code.toLowerCase(), jamb, rrr, grouped, grouped.replaceAll("-", " ")])
    expect([word, await codes(`q=${encodeURIComponent(word)}`)]).toEqual([word, [biology.code]]);
  for (const word of ["aisha bello", "BELLO", "08031234567", "+2348031234567", "2348031234567"])
    expect([word, (await list(`q=${encodeURIComponent(word)}`)).total]).toEqual([word, 3]);
  expect((await list(`q=${encodeURIComponent("%_'")}`)).total).toBe(0);
});

test("the palette goes to a file, as far as the right reaches", async () => {
  const found = async (by: StaffMember) =>
    (await by.get(`/staff/ms_palette?q=${biology.code}`)).body.map(({ link }: { link: string }) => link);
  expect(await found(officer)).toEqual([`/staff/applications/${biology.application}`]);
  expect(await found(await headOf(portal, "MAT", ["applications"]))).toEqual([]);
});

test("the list is narrowed by stage, programme, mode, sex, origin and day, and goes out as a file", async () => {
  const { programme, type, session } = (await list(`q=${biology.code}`)).list[0];
  expect(await codes(`programme=${programme._id}`)).toEqual([biology.code]);
  const all = [biology, ...others].map(({ code }) => code).sort();
  for (const query of [
    `session=${session._id}`,
    "state=Submitted",
    "gender=Female",
    "stateoforigin=Kano",
    "from=2020-01-01",
  ])
    expect([query, await codes(query)]).toEqual([query, all]);
  for (const query of ["state=Checked", "gender=Male", "stateoforigin=Niger", "to=2020-01-01", "papers=Overdue"])
    expect([query, await codes(query)]).toEqual([query, []]);
  expect((await list(`type=${encodeURIComponent(type)}`)).total).toBeGreaterThan(0);
  const csv = (await granted(officer.get(`${path}/export?programme=${programme._id}`))).body;
  expect(csv).toContain(biology.code);
  expect(csv).not.toContain(others[0]?.code);
});

test("a head reaches the own department's files and no other's, by any call", async () => {
  const head = await headOf(portal, "BIO", ["applications", "applications.change"]);
  const seen = (await list("", head)).list.map(({ _id }: { _id: string }) => _id);
  expect(seen).toEqual([biology.application]);
  expect((await head.get(`${path}/${biology.application}/file`)).status).toBe(200);
  expect((await head.get(`${path}/desk`)).body).toMatchObject({ submitted: 1, checking: 0, arrived: 0 });
  expect((await officer.get(`${path}/desk`)).body).toMatchObject({ submitted: 3, checking: 0, arrived: 0 });
  const foreign = `${path}/${others[0]?.application}`;
  const replies = await Promise.all([
    head.get(foreign),
    head.get(`${foreign}/file`),
    head.post(`${foreign}/look`),
    head.post(`${foreign}/begin`),
    head.post(`${foreign}/check`),
    head.post(`${foreign}/return`, { reason: "Not mine" }),
    head.post(`${foreign}/note`, { post: "Not mine" }),
    head.post(`${foreign}/request`, { label: "Letter", reason: "Not mine", due: "2099-01-01" }),
  ]);
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 404));
});

test("the file holds what was submitted, judged by the rules of its programme and session in words", async () => {
  const { slips, eligibility, documents, referees, payments, bio, timeline, ...rest } = await file(biology);
  expect(rest).toMatchObject({ code: biology.code, name: "Bello Aisha", state: "Submitted", notes: [], requests: [] });
  expect(bio).toMatchObject({ stateoforigin: "Kano", dateofbirth: "2007-03-27", age: expect.any(Number) });
  expect(slips).toMatchObject([{ examinationtype: "WAEC", examinationnumber: "4123456789" }]);
  expect(slips[0].results).toHaveLength(5);
  expect(slips[0].results[0]).toEqual({
    ...{ subject: "English Language", scored: "B3" },
    ...{ credit: true, pass: true, counts: true },
  });
  expect(eligibility).toMatchObject({ verdict: "Qualifies", credits: 5, needed: 5, missing: [] });
  expect(eligibility.sentence).toContain("5 of 5 credits");
  expect(documents[0]).toMatchObject({
    label: "JAMB result or registration slip",
    file: { mediatype: "application/pdf" },
  });
  expect(referees).toHaveLength(2);
  expect(payments).toMatchObject([{ purpose: "application", state: "PAID", amount: 2500, surplus: null }]);
  expect(timeline).toMatchObject([{ who: "The applicant", what: "Submitted" }]);
});

test("an examination that others submitted names their files, however its number is written", async () => {
  const [one, two] = others as [Candidate, Candidate];
  const sharing = async () => (await file(biology)).slips[0].others.map(({ code }: { code: string }) => code).sort();
  const renumber = (number: string, year: string) =>
    portal.db
      .updateTable("olevel_sitting")
      .set({ examinationnumber: number, examinationyear: year })
      .where("applicant", "=", one._id)
      .execute();
  expect(await sharing()).toEqual([one.code, two.code].sort());
  await renumber("41-2345 6789", "2024");
  expect(await sharing()).toEqual([one.code, two.code].sort());
  await renumber("4123456789", "2023");
  expect(await sharing()).toEqual([two.code]);
});

test("a parent or guardian who is the applicant, or stands there twice, is remarked on", async () => {
  const remarks = async () => (await file(biology)).referees.map(({ remark }: { remark: string | null }) => remark);
  expect(await remarks()).toEqual(["This is the applicant", "This is the applicant"]);
  const snapshot = async (names: readonly { firstname: string; lastname: string; phonenumber: string }[]) =>
    sql`update portal.application set snapshot = jsonb_set(snapshot, '{referees}',
      (select jsonb_agg(r.value || n.value order by r.ordinality)
        from jsonb_array_elements(snapshot->'referees') with ordinality r
        join jsonb_array_elements(${JSON.stringify(names)}::jsonb) with ordinality n using (ordinality)))
      where _id = ${biology.application}`.execute(portal.db);
  await sql`alter table portal.application disable trigger user`.execute(portal.db);
  const father = { firstname: "Musa", lastname: "Bello", phonenumber: "2348031234567" };
  await snapshot([father, { firstname: " bello", lastname: "MUSA", phonenumber: "2348030000000" }]);
  expect(await remarks()).toEqual([null, "Stands here twice"]);
  await snapshot([father, { ...father, firstname: "Zainab" }]);
  expect(await remarks()).toEqual([null, null]);
  await sql`alter table portal.application enable trigger user`.execute(portal.db);
});

test("a file that a college has set no rules for says so", async () => {
  await portal.db.updateTable("intake").set({ entryrules: "{}" }).execute();
  const { eligibility } = await file(biology);
  expect(eligibility).toMatchObject({ verdict: "Nothing to judge by", asks: [] });
  expect(eligibility.sentence).toContain("No entry rules are set");
});

test("a note is for the office, has its author, and is never taken back", async () => {
  const { _id } = (await granted(officer.post(`${path}/${biology.application}/note`, { post: "Called her\nat noon" })))
    .body;
  expect((await file(biology)).notes).toMatchObject([{ _id, author: "Mrs Rakiya Sani", post: "Called her\nat noon" }]);
  const remove = portal.db.deleteFrom("review_note").where("_id", "=", _id).execute();
  await expect(remove).rejects.toThrow("append-only");
  for (const post of ["x", " ", "x".repeat(1001)]) {
    const { status, body } = await officer.post(`${path}/${biology.application}/note`, { post });
    expect([status, Object.keys(body.errors)]).toEqual([500, ["post"]]);
  }
});

test("who opens a file learns who else does, until a minute after they have gone", async () => {
  const look = async (by: StaffMember) => (await granted(by.post(`${path}/${biology.application}/look`))).body.others;
  const colleague = await staffMember(portal, { pages: ["applications"], firstname: "Musa", lastname: "Eze" });
  expect(await look(officer)).toEqual([]);
  expect(await look(officer)).toEqual([]);
  expect(await look(colleague)).toEqual(["Mrs Rakiya Sani"]);
  expect(await look(officer)).toEqual(["Mrs Musa Eze"]);
  await portal.app.portal.pool.query("update portal.review_viewer set at = now() - interval '61 seconds'");
  expect(await look(colleague)).toEqual([]);
});

test("nobody opens, moves or writes into the own file", async () => {
  const own = await staffMember(portal, { pages: ["applications", "applications.change"] });
  await portal.db
    .updateTable("staff")
    .set({ emailaddress: biology.emailaddress.toUpperCase() })
    .where("_id", "=", own._id)
    .execute();
  const at = `${path}/${biology.application}`;
  const replies = await Promise.all([
    own.get(`${at}/file`),
    own.post(`${at}/look`),
    own.post(`${at}/check`),
    own.post(`${at}/note`, { post: "It is fine" }),
    own.post(`${at}/request`, { label: "Letter", reason: "For me", due: "2099-01-01" }),
  ]);
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 403));
  expect(replies[0]?.body).toMatchObject({ code: "own-file", message: expect.stringContaining("Your own file") });
  // No list tells where it stands either: not the desk's, not as a file, not the palette.
  expect((await granted(own.get(`${path}?q=${biology.code}`))).body).toMatchObject({ list: [], total: 0 });
  expect((await own.get(at)).status).toBe(404);
  const rows = (await own.get(`${path}/export?q=${biology.code}`)).body;
  expect(rows.trim().split("\n")).toHaveLength(2);
  expect((await granted(own.get(`/staff/ms_palette?q=${biology.code}`))).body).toEqual([]);
  expect((await file(biology)).state).toBe("Submitted");
});

test("the applicant sees nothing of the desk", async () => {
  const own = async () => (await biology.get("/ms_applications")).body;
  const before = await own();
  await granted(officer.post(`${path}/${biology.application}/begin`));
  await granted(officer.post(`${path}/${biology.application}/check`));
  expect(await own()).toEqual(before);
  const { status } = await biology.get(`${path}/${biology.application}/file`);
  expect(status).toBe(401);
});
