import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller, signedInApplicant } from "../../../testing/applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

const path = "/ms_applicant_utme";
const body = { subject1: "Physics", subject2: "Mathematics", subject3: "Chemistry" };

test("subjects are saved without a score, the score when it is out, and nobody else reads them", async () => {
  const [person, other] = [await signedInApplicant(portal), await signedInApplicant(portal)];
  expect((await person.get(path)).body).toEqual({});
  expect((await person.post(path, body)).body).toMatchObject({ type: "success", version: 1 });
  expect((await person.post(path, { ...body, score: "187" })).body.version).toBe(2);
  expect((await person.get(path)).body).toEqual({
    ...{ subjects: ["Physics", "Mathematics", "Chemistry"], score: 187, source: "typed", locked: false, version: 2 },
    updatedAt: expect.any(String),
  });
  expect((await other.get(path)).body).toEqual({});
  expect((await caller(portal).get(path)).status).toBe(401);
});

test.each([
  ["no subject", { subject1: "" }, "subject1", /is required/],
  ["an O-Level subject that the UTME has not", { subject2: "English Language" }, "subject2", /must be one of/],
  ["a subject twice", { subject2: "Physics" }, "subject2", /three different/],
  ["a third one twice", { subject3: "Mathematics" }, "subject3", /three different/],
  ["a score above 400", { score: "401" }, "score", /at most 400/],
  ["a score in words", { score: "two" }, "score", /a number/],
])("%s is refused at its field", async (_what, wrong, field, sentence) => {
  const person = await signedInApplicant(portal);
  const { status, body: refusal } = await person.post(path, { ...body, ...wrong });
  expect([status, Object.keys(refusal.errors)]).toEqual([500, [field]]);
  expect(refusal.errors[field]).toMatch(sentence);
  expect((await person.get(path)).body).toEqual({});
});

test("what JAMB says is typed over by nobody, and two who save at once lose nothing", async () => {
  const person = await signedInApplicant(portal);
  await granted(person.post(path, body));
  const stale = await person.post(path, body, { "if-match": '"4"' });
  expect(stale.status).toBe(409);
  await portal.db
    .updateTable("utme_result")
    .set({ source: "JAMB", locked: true, score: 201 })
    .where("applicant", "=", person._id)
    .execute();
  expect((await person.post(path, { ...body, score: "300" })).body).toMatchObject({
    type: "error",
    code: "utme-is-jambs",
    message: expect.stringContaining("stand as JAMB has them"),
  });
  expect((await person.get(path)).body).toMatchObject({ score: 201, locked: true });
  await expect(portal.db.updateTable("utme_result").set({ locked: false }).execute()).rejects.toThrow(
    "utme_result_locked",
  );
});

test("a programme that asks for the UTME is judged by it, before paying too", async () => {
  const person = await signedInApplicant(portal);
  const rules = {
    olevel: { minCredits: 1, maxSittings: 2 },
    utme: {
      asked: true,
      minScore: 160,
      compulsory: ["Use of English"],
      subjects: [],
      fillTo: 1,
      fillFrom: ["Physics"],
    },
  };
  const programme = await portal.db
    .selectFrom("programme")
    .select("_id")
    .where("code", "=", "NCE-MAT-PHY")
    .executeTakeFirstOrThrow();
  await portal.db
    .updateTable("intake")
    .set({ entryrules: JSON.stringify(rules) })
    .where("programme", "=", programme._id)
    .execute();
  const sat = { examinationtype: "WAEC", examinationcenter: "GSS Minna", examinationyear: "2024" };
  const sitting = await granted(person.post("/ms_applicant_sitting", { ...sat, examinationnumber: "4123456789" }));
  const scored = { examination: sitting.body._id, subject: "Physics", scored: "C6" };
  await granted(person.post("/ms_applicant_result", scored));
  const eligibility = async () => (await person.get(`/ms_programme_eligibility/${programme._id}`)).body;
  expect(await eligibility()).toMatchObject({
    verdict: {
      standing: "untyped",
      sentence: "1 of 1 credit in 1 sitting. JAMB UTME: add your UTME result, then we can tell",
    },
    asks: [expect.any(String), "JAMB UTME of at least 160: Use of English, and any 1 of Physics"],
    modes: [{ mode: "JAMB UTME", standing: "untyped" }],
  });
  await granted(person.post(path, { ...body, score: "140" }));
  expect((await eligibility()).verdict).toMatchObject({ standing: "short", missing: ["missing UTME score of 160"] });
  await granted(person.post(path, { ...body, score: "160" }));
  expect((await eligibility()).verdict.standing).toBe("qualifies");
});
