import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { Person } from "../../../../testing/applicant.ts";
import { coded } from "../../../../testing/bursar.ts";
import { applicantWith, claimOf, importJambRows, type JambRow } from "../../../../testing/jamb-claim.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { type CorrectionDesk, correctionDesk, evidenceOf } from "../../../../testing/record-correction.ts";
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

const number = (nth: number) => `20263333${String(nth).padStart(4, "0")}AB`;
const subjects = { subject1: "Biology", subject2: "Chemistry", subject3: "Physics" };
const list = (...rows: JambRow[]) => importJambRows(portal, officer, session, rows);
const utme = async (person: Person) => (await granted(person.get("/ms_applicant_utme"))).body;

async function claimed(nth: number): Promise<Person> {
  await list({ RG_NUM: number(nth) });
  const person = await applicantWith(portal, number(nth));
  await granted(claimOf(person, number(nth), "2004-02-29"));
  return person;
}

async function saidWrong(person: Person, score: string): Promise<string> {
  const { _id: record } = (await granted(person.get("/ms_jamb_claim"))).body.claim;
  const asked = await granted(
    person.post("/ms_record_correction", {
      ...{ noun: "jamb_claim", record, kind: "utme", values: { ...subjects, score } },
      ...{ reason: "JAMB's clerk mistyped it, see the paper", evidence: await evidenceOf(portal, person) },
    }),
  );
  return asked.body._id;
}

test("a newer list brings its score and subjects to who has claimed the row, who reads it in one mail", async () => {
  const person = await claimed(1);
  await list({ RG_NUM: number(1), RG_AGGREGATE: "231", SUBJECTS: "Eng, Bio, Chem, Maths" });
  await keepUpWithJamb.run(portal.app);
  expect(await utme(person)).toMatchObject({
    ...{ score: 231, subjects: ["Biology", "Chemistry", "Mathematics"], source: "JAMB", locked: true },
  });
  await keepUpWithJamb.run(portal.app);
  const letters = await portal.letters(person.emailaddress, 1);
  expect(letters).toHaveLength(1);
  expect(letters[0]?.text).toContain("as JAMB has it: 231, with Biology, Chemistry and Mathematics.");
  expect(letters[0]?.text).toContain("it was: 201, with Biology, Chemistry and Physics.");
});

test("what a newer list leaves out stays, and a new name alone writes no mail", async () => {
  const person = await claimed(2);
  await list({ RG_NUM: number(2), RG_CANDNAME: "BELLO AISHA AMINA", RG_AGGREGATE: "", SUBJECTS: "" });
  await keepUpWithJamb.run(portal.app);
  expect(await utme(person)).toMatchObject({ score: 201, subjects: ["Biology", "Chemistry", "Physics"], version: 1 });
  const mails = portal.db.selectFrom("outgoing_mail").where("recipient", "=", person.emailaddress);
  expect(await mails.where("template", "=", "jamb-score-refreshed").select("_id").execute()).toEqual([]);
});

test("while somebody says that it is wrong nothing is brought; once that is declined it is", async () => {
  const person = await claimed(3);
  const asked = await saidWrong(person, "210");
  await list({ RG_NUM: number(3), RG_AGGREGATE: "222" });
  await keepUpWithJamb.run(portal.app);
  expect(await utme(person)).toMatchObject({ score: 201 });
  await granted(desk.decide(asked, "decline"));
  await keepUpWithJamb.run(portal.app);
  expect(await utme(person)).toMatchObject({ score: 222, source: "JAMB" });
});

test("what the office put right stands against a newer list", async () => {
  const person = await claimed(4);
  await granted(desk.decide(await saidWrong(person, "210"), "approve"));
  await list({ RG_NUM: number(4), RG_AGGREGATE: "222" });
  await keepUpWithJamb.run(portal.app);
  expect(await utme(person)).toMatchObject({ score: 210, source: "Office" });
});
