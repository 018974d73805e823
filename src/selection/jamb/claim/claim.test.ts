import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { Person } from "../../../../testing/applicant.ts";
import { coded } from "../../../../testing/bursar.ts";
import { applicantWith, claimOf, importJambRows, type JambRow } from "../../../../testing/jamb-claim.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import {
  type CorrectionDesk,
  correctionDesk,
  evidenceOf,
  ownCorrections,
} from "../../../../testing/record-correction.ts";
import { type StaffMember, staffMember } from "../../../../testing/staff.ts";
import { granted } from "../../../../testing/walk.ts";
import { keepUpWithJamb } from "../jamb.job.server.ts";

let portal: TestPortal;
let officer: StaffMember;
let desk: CorrectionDesk;
let session: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  officer = await staffMember(portal, { pages: ["jamb-lists", "jamb-lists.change"] });
  desk = await correctionDesk(portal);
  session = await coded(portal, "session", "2026");
});
afterAll(() => portal.stop());

const list = (...rows: JambRow[]) => importJambRows(portal, officer, session, rows);
const right = "2004-02-29";
const number = (nth: number) => `20261111${String(nth).padStart(4, "0")}AB`;
const own = async (person: Person) => (await granted(person.get("/ms_jamb_claim"))).body;

const bio = {
  ...{ firstname: "Aisha", middlename: "Musa", lastname: "Bello", gender: "Female", dateofbirth: right },
  ...{ maritalstatus: "Single", religion: "Muslim", emailaddress: "aisha@example.com", phonenumber: "08031234567" },
  ...{ homeaddress: "No. 4, Bello Street", stateoforigin: "Kano", lgaoforigin: "Dala" },
  ...{ stateofresidence: "Niger", lgaofresidence: "Chanchaga", qualification: "Secondary/O-Level Certificate" },
};

test("nothing is asked before a list came; then its secret, the UTME score where it has no days of birth", async () => {
  const person = await applicantWith(portal, number(900));
  expect(await own(person)).toEqual({
    ...{ session: { _id: session, name: expect.any(String) }, asks: null, jamb: number(900), until: null, claim: null },
  });
  expect((await claimOf(person, number(900), right)).body.code).toBe("jamb-list-missing");
  await list({ RG_NUM: number(900), DOB: "" });
  expect((await own(person)).asks).toBe("UTME score");
  expect((await claimOf(person, number(900), "201")).body).toMatchObject({ type: "success" });
  await list({ RG_NUM: number(901) });
  expect((await own(await applicantWith(portal, number(901)))).asks).toBe("Date of birth");
});

test("a claim shows what JAMB has, fills it in, and it stands fast", async () => {
  await list({ RG_NUM: number(1) });
  const person = await applicantWith(portal, number(1));
  expect((await claimOf(person, number(1).toLowerCase(), right)).body).toMatchObject({ type: "success" });
  expect((await own(person)).claim).toMatchObject({
    ...{ jamb: number(1), name: "BELLO AISHA MUSA", gender: "Female", stateoforigin: "Kano", lgaoforigin: "Dala" },
    ...{ course: "BIOLOGY/CHEMISTRY", utme: 201, subjects: "English, Biology, Chemistry, Physics", disputed: [] },
    disputable: ["names", "gender", "origin", "utme"].map((kind) => ({ kind, name: expect.any(String) })),
  });
  expect((await person.get("/ms_applicant_utme")).body).toMatchObject({
    ...{ subjects: ["Biology", "Chemistry", "Physics"], score: 201, source: "JAMB", locked: true },
  });
  expect((await person.get("/ms_applicant/bio/locks")).body).toEqual([
    { field: "firstname", value: "Aisha", source: "JAMB" },
    { field: "middlename", value: "Musa", source: "JAMB" },
    { field: "lastname", value: "Bello", source: "JAMB" },
    { field: "gender", value: "Female", source: "JAMB" },
    { field: "stateoforigin", value: "Kano", source: "JAMB" },
    { field: "lgaoforigin", value: "Dala", source: "JAMB" },
  ]);
  expect((await person.get("/ms_applicant/account")).body).toMatchObject({ middlename: "Musa" });
  const { body } = await person.post("/ms_applicant/bio", { ...bio, firstname: "Amina", gender: "Male" });
  expect([body.code, Object.keys(body.errors)]).toEqual(["stands-as-told", ["firstname", "gender"]]);
  expect(body.errors.firstname).toBe(
    "First name is Aisha as JAMB has it. If that is wrong, say so under JAMB and CAPS, with a paper that shows it",
  );
  await granted(person.post("/ms_applicant/bio", bio));
  expect((await claimOf(person, number(1), right)).body.code).toBe("jamb-claimed-already");
});

test("the account keeps the names that JAMB told, and says where it is put right; all else may change", async () => {
  await list({ RG_NUM: number(11) });
  const person = await applicantWith(portal, number(11));
  const rename = (names: object) => person.put("/ms_applicant", names);
  await granted(rename({ firstname: "Amina" }));
  await granted(claimOf(person, number(11), right));
  const { firstname, lastname } = (await granted(person.get("/ms_applicant/account"))).body;
  expect([firstname, lastname]).toEqual(["Aisha", "Bello"]);
  expect((await rename({ firstname: "Amina", middlename: "", lastname })).body).toMatchObject({
    code: "stands-as-told",
    errors: {
      firstname:
        "First name is Aisha as JAMB has it. If that is wrong, say so under JAMB and CAPS, with a paper that shows it",
      middlename: expect.stringContaining("is Musa as JAMB has it"),
    },
  });
  await granted(rename({ firstname, lastname, phonenumber: "08039998877" }));
  expect((await person.get("/ms_applicant/account")).body).toMatchObject({ firstname, middlename: "Musa", lastname });
});

test("a bio that was saved before says afterwards what JAMB says", async () => {
  await list({ RG_NUM: number(2), STATE_NAME: "Niger", LGA_NAME: "Bida" });
  const person = await applicantWith(portal, number(2));
  await granted(person.post("/ms_applicant/bio", { ...bio, middlename: "" }));
  await granted(claimOf(person, number(2), right));
  expect((await person.get("/ms_applicant/bio")).body).toMatchObject({
    ...{ middlename: "Musa", stateoforigin: "Niger", lgaoforigin: "Bida", homeaddress: bio.homeaddress, version: 2 },
  });
});

test("a wrong secret reads as a number that is not listed, and both take a try", async () => {
  await list({ RG_NUM: number(3) });
  const told: unknown[] = [];
  for (const [nth, secret] of [
    [3, "2004-03-01"],
    [4, right],
    [3, "201"],
  ] as const) {
    const person = await applicantWith(portal, number(nth));
    const { status, body } = await claimOf(person, number(nth), secret);
    told.push({ status, body });
    await portal.db
      .updateTable("applicant")
      .set({ jamb: number(800 + told.length) })
      .where("_id", "=", person._id)
      .execute();
  }
  expect(told[0]).toMatchObject({ status: 200, body: { type: "error", code: "claim-not-right" } });
  expect(told).toEqual([told[0], told[0], told[0]]);
});

test("a stranger who guesses has three tries, the number six, and the office gives new ones", async () => {
  await list({ RG_NUM: number(5) });
  const strangers = await Promise.all([501, 502, 503].map((nth) => applicantWith(portal, number(nth))));
  const guess = (stranger: Person, day: string) => claimOf(stranger, number(5), `2004-01-${day}`);
  const [one, two, three] = strangers as [Person, Person, Person];
  for (const stranger of [one, two])
    for (const day of ["01", "02", "03"]) expect((await guess(stranger, day)).body.code).toBe("claim-not-right");
  const locked = await claimOf(one, number(5), right);
  expect([locked.status, locked.body.code]).toEqual([429, "claim-tries-used"]);
  expect(locked.body.message).toMatch(
    /^There were too many wrong answers\. You can try again on .+2026.*\. If you need it sooner, go to the .+ with your JAMB slip$/,
  );
  expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(6 * 86_400);
  expect((await own(one)).until).not.toBeNull();
  // A third stranger finds the number used up, though the answer is right; so does its owner, whom the office then lets in.
  expect((await claimOf(three, number(5), right)).status).toBe(429);
  await portal.db
    .updateTable("applicant")
    .set({ jamb: number(599) })
    .where("_id", "=", three._id)
    .execute();
  const owner = await applicantWith(portal, number(5));
  expect((await claimOf(owner, number(5), right)).status).toBe(429);
  expect((await desk.clerk.post("/staff/ms_jamb_claim/open", { jamb: number(5) })).status).toBe(403);
  await granted(officer.post("/staff/ms_jamb_claim/open", { jamb: number(5) }));
  expect((await claimOf(owner, number(5), right)).body.type).toBe("success");
  expect((await claimOf(one, number(5), right)).status).toBe(429);
});

test("a number that was mistyped at the registration is put right by the claim; another account's is not taken", async () => {
  await list({ RG_NUM: number(6) }, { RG_NUM: number(7) });
  const person = await applicantWith(portal, number(699));
  await granted(claimOf(person, number(6), right));
  expect((await own(person)).jamb).toBe(number(6));
  await applicantWith(portal, number(7));
  const other = await applicantWith(portal, number(698));
  expect((await claimOf(other, number(7), right)).body).toMatchObject({ type: "error", code: "jamb-number-taken" });
  expect((await own(other)).claim).toBeNull();
});

test("what is wrong with JAMB is said with a paper, decided by the office, and stands fast as the office put it", async () => {
  await list({ RG_NUM: number(8) });
  const person = await applicantWith(portal, number(8));
  await granted(claimOf(person, number(8), right));
  const { _id: record } = (await own(person)).claim;
  const [mine] = (await ownCorrections(person)).records;
  expect(mine).toMatchObject({ noun: "jamb_claim", record, code: number(8) });
  const ask = async (kind: string, values: object) =>
    person.post("/ms_record_correction", {
      ...{ noun: "jamb_claim", record, kind, values, reason: "JAMB's clerk mistyped it, see the paper" },
      evidence: await evidenceOf(portal, person),
    });
  const names = (await granted(ask("names", { firstname: "Amina", middlename: "", lastname: "Bello" }))).body._id;
  expect((await own(person)).claim.disputed).toMatchObject([{ about: "Names", state: "Waiting" }]);
  const subjects = { subject1: "Biology", subject2: "Chemistry", subject3: "Physics" };
  const utme = (await granted(ask("utme", { ...subjects, score: "210" }))).body._id;
  await keepUpWithJamb.run(portal.app);
  const disputed = async () =>
    (await officer.get(`/staff/ms_jamb_difference?kind=Candidate+says+otherwise&q=${number(8)}`)).body.list;
  expect(await disputed()).toMatchObject([
    {
      here: expect.stringContaining("UTME subjects and score: 210"),
      there: expect.stringContaining("First name: Aisha"),
    },
  ]);
  await granted(desk.decide(names, "approve"));
  await granted(desk.decide(utme, "decline"));
  await keepUpWithJamb.run(portal.app);
  expect(await disputed()).toEqual([]);
  expect((await portal.letters(person.emailaddress, 1))[0]?.text).toContain("was corrected");
  expect((await person.get("/ms_applicant/bio/locks")).body).toMatchObject([
    { field: "firstname", value: "Amina", source: "Office" },
    { field: "lastname", value: "Bello" },
    { field: "gender", source: "JAMB" },
    {},
    {},
  ]);
  expect((await person.get("/ms_applicant_utme")).body).toMatchObject({ score: 201, source: "JAMB" });
  expect((await person.post("/ms_applicant/bio", bio)).body.code).toBe("stands-as-told");
  await granted(person.post("/ms_applicant/bio", { ...bio, firstname: "Amina", middlename: "" }));
  const again = (await granted(ask("utme", { ...subjects, score: "210" }))).body._id;
  await granted(desk.decide(again, "approve"));
  expect((await person.get("/ms_applicant_utme")).body).toMatchObject({ score: 210, source: "Office", locked: true });
  expect((await person.post("/ms_applicant_utme", { ...subjects, score: "400" })).body.code).toBe("utme-is-jambs");
});

test("the office sees who claimed which number, and nobody of another department does", async () => {
  const { body } = await officer.get(`/staff/ms_jamb_claim?q=${number(1)}`);
  expect(body.list).toMatchObject([{ jamb: number(1), name: "BELLO AISHA MUSA", secret: "Date of birth" }]);
  const narrow = await staffMember(portal, { pages: ["jamb-lists"], scope: "department" });
  expect((await narrow.get("/staff/ms_jamb_claim")).body.total).toBe(0);
});
