import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { signedInApplicant } from "../../../testing/applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { ageOn } from "./bio.age.rules.ts";
import { takingBio } from "./bio.server.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

const path = "/ms_applicant/bio";
const aisha = {
  firstname: "Aisha",
  middlename: "",
  lastname: "Bello",
  gender: "Female",
  dateofbirth: "2007-03-27",
  maritalstatus: "Single",
  religion: "Christain",
  emailaddress: "aisha@example.com",
  phonenumber: "0803 123 4567",
  homeaddress: "No. 4, Bello Street,\nKano",
  stateoforigin: "Kano",
  lgaoforigin: "Dala",
  stateofresidence: "Niger",
  lgaofresidence: "Chanchaga",
  qualification: "Secondary/O-Level Certificate",
};

test("a bio is {} before it is saved, then what was saved", async () => {
  const person = await signedInApplicant(portal);
  expect((await person.get(path)).body).toEqual({});
  expect((await person.post(path, aisha)).body).toEqual({
    type: "success",
    message: "Your bio data has been saved",
    version: 1,
  });
  const { body } = await person.get(path);
  expect(body).toMatchObject({ ...aisha, middlename: null, phonenumber: "2348031234567", photo: null, locked: false });
  expect((await person.post(path, { ...aisha, firstname: "Ẹniọlá", middlename: "N." })).body.version).toBe(2);
  expect((await person.get(path)).body).toMatchObject({ firstname: "Ẹniọlá", middlename: "N.", version: 2 });
});

test("every missing field is named by its label", async () => {
  const person = await signedInApplicant(portal);
  const { status, body } = await person.post(path, {});
  expect(status).toBe(500);
  expect(Object.keys(body.errors).sort()).toEqual(
    Object.keys(aisha)
      .filter((key) => key !== "middlename")
      .sort(),
  );
  expect(body).toMatchObject({
    code: "form-invalid",
    errors: { lgaoforigin: "Local government area of origin is required" },
  });
});

const year = (away: number) => String(new Date().getFullYear() + away);
const foreign = "This area does not belong to the state. Choose one of the state's own areas";
const unknown = "Choose one of the 36 states or the Federal Capital Territory";
const wrong: readonly (readonly [what: string, change: Record<string, unknown>, errors: Record<string, string>])[] = [
  ["an area of another state", { lgaoforigin: "Ikeja" }, { lgaoforigin: foreign }],
  ["an area of no state", { lgaofresidence: "Nowhere" }, { lgaofresidence: foreign }],
  ["an unknown state", { stateoforigin: "Biafra" }, { stateoforigin: unknown }],
  ["a state by its other name", { stateofresidence: "FCT" }, { stateofresidence: unknown }],
  ["a state in small letters", { stateoforigin: "kano" }, { stateoforigin: unknown }],
  [
    "a wrong area beside another wrong field",
    { lgaoforigin: "Ikeja", gender: "male" },
    { lgaoforigin: foreign, gender: "Gender must be one of the following values: Male, Female" },
  ],
  [
    "a religion spelt otherwise",
    { religion: "Christian" },
    { religion: "Religion must be one of the following values: Muslim, Christain, Others" },
  ],
  ["a day that is none", { dateofbirth: "2007-02-30" }, { dateofbirth: "Date of birth must be a real date" }],
  [
    "a day with a time",
    { dateofbirth: "2007-03-27T00:00:00Z" },
    { dateofbirth: "Date of birth must be a day, a month and a year of four digits" },
  ],
  ["a day to come", { dateofbirth: `${year(1)}-01-01` }, { dateofbirth: "Date of birth cannot be in the future" }],
  [
    "a child",
    { dateofbirth: `${year(-5)}-01-01` },
    { dateofbirth: "Date of birth must be at least 12 years ago: check the year" },
  ],
  [
    "somebody of 120",
    { dateofbirth: `${year(-120)}-01-01` },
    { dateofbirth: "Date of birth is too long ago: check the year" },
  ],
  ["a phone number cut short", { phonenumber: "0803123456" }, { phonenumber: "Format not followed (23480xxxxxxxx)" }],
  [
    "another's identifier",
    { applicant: "01900000-0000-7000-8000-000000000000" },
    { applicant: "The field applicant is not known" },
  ],
  ["display", { display: "x" }, { display: "The field display is not known" }],
  ["a number for a name", { firstname: 7 }, { firstname: "First name must be text" }],
];

test.each(wrong)("refused under its field: %s", async (_what, change, errors) => {
  const person = await signedInApplicant(portal);
  const { status, body } = await person.post(path, { ...aisha, ...change });
  expect([status, body.errors]).toEqual([500, errors]);
  expect((await person.get(path)).body).toEqual({});
});

test("of two tabs the second hears 409 and nothing is lost", async () => {
  const person = await signedInApplicant(portal);
  await person.post(path, aisha, { "if-match": '"0"' });
  const rounds = Array.from({ length: 20 }, (_, round) => round + 1);
  for (const version of rounds) {
    const replies = await Promise.all([
      person.post(path, { ...aisha, homeaddress: `left ${version}` }, { "if-match": `"${version}"` }),
      person.post(path, { ...aisha, homeaddress: `right ${version}` }, { "if-match": `"${version}"` }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  }
  const stale = await person.post(path, aisha, { "if-match": '"0"' });
  expect([stale.status, stale.body.type]).toEqual([409, "error"]);
  expect((await person.get(path)).body.version).toBe(21);
});

test("without a version twenty parallel first saves leave one bio", async () => {
  const person = await signedInApplicant(portal);
  const replies = await Promise.all(Array.from({ length: 20 }, () => person.post(path, aisha)));
  expect(replies.every(({ body }) => body.type === "success")).toBe(true);
  expect((await person.get(path)).body.version).toBe(20);
});

test("a bio that an application relies on says where corrections go", async () => {
  const person = await signedInApplicant(portal);
  await person.post(path, aisha);
  const { rows } = await takingBio(person._id).execute(portal.db);
  expect(rows).toMatchObject([{ firstname: "Aisha", locked: true }]);
  const { status, body } = await person.post(path, { ...aisha, firstname: "Other" });
  expect([status, body.type]).toEqual([200, "error"]);
  expect(body).toMatchObject({
    code: "application-relies-on-it",
    message: expect.stringMatching(/Ask for a correction under Corrections, with a paper/),
  });
  expect((await person.get(path)).body.firstname).toBe("Aisha");
});

test("every save has an audit row with before and after", async () => {
  const person = await signedInApplicant(portal);
  await person.post(path, aisha);
  await person.post(path, { ...aisha, religion: "Others" });
  const rows = await portal.db.selectFrom("audit").selectAll().where("actor", "=", person._id).orderBy("at").execute();
  expect(rows.map(({ deed, subject }) => [deed, subject])).toEqual([
    ["bio.save", `bio:${person._id}`],
    ["bio.save", `bio:${person._id}`],
  ]);
  expect([rows[1]?.before, rows[1]?.after]).toMatchObject([{ religion: "Christain" }, { religion: "Others" }]);
});

test("an age is reckoned by the day in Lagos, wherever the clock stands", () => {
  // A quarter past midnight in Lagos.
  const birthday = new Date("2026-03-26T23:15:00Z");
  expect([ageOn("2014-03-27", birthday), ageOn("2014-03-28", birthday)]).toEqual([12, 11]);
});
