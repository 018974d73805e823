import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller, type Person, signedInApplicant } from "../../../testing/applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { granted } from "../../../testing/walk.ts";
import type { ProgrammeEligibility } from "./eligibility.contract.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

const path = "/ms_programme_eligibility";
const sat = { examinationtype: "WAEC", examinationcenter: "GSS Minna", examinationyear: "2024" };
const science = {
  "English Language": "B3",
  Mathematics: "C6",
  Biology: "C4",
  Chemistry: "C5",
  Physics: "B2",
};

/** Adds a sitting with these results. */
async function types(person: Person, results: Readonly<Record<string, string>>, examinationnumber = "4123456789") {
  const { body } = await granted(person.post("/ms_applicant_sitting", { ...sat, examinationnumber }));
  for (const [subject, scored] of Object.entries(results))
    await granted(person.post("/ms_applicant_result", { examination: body._id, subject, scored }));
}

const idOf = async (code: string) =>
  (await portal.db.selectFrom("programme").select("_id").where("code", "=", code).executeTakeFirstOrThrow())._id;

const setRules = async (code: string, entryrules: unknown) =>
  portal.db
    .updateTable("intake")
    .set({ entryrules: JSON.stringify(entryrules) })
    .where("programme", "=", await idOf(code))
    .execute();

test("somebody without results is told to add them, and refused nothing", async () => {
  const person = await signedInApplicant(portal);
  const { status, body } = await person.get(path);
  const list: ProgrammeEligibility[] = body;
  expect([status, list.length]).toEqual([200, 70]);
  for (const { verdict } of list) {
    expect(verdict).toMatchObject({
      standing: "untyped",
      sentence: "Add your O-Level results first, then we can tell",
    });
  }
});

test("own results are held against every programme that takes applicants, in the order of the programmes", async () => {
  const person = await signedInApplicant(portal);
  await types(person, science);
  const list: ProgrammeEligibility[] = (await person.get(path)).body;
  const { body: open } = await person.get("/ms_programme");
  expect(list.map(({ _id }) => _id)).toEqual(open.map(({ _id }: { _id: string }) => _id));
  const named = (name: string) => list.find((one) => one.name === name);
  expect(named("Biology/Chemistry")).toEqual({
    _id: await idOf("NCE-BIO-CHE"),
    award: "NCE",
    name: "Biology/Chemistry",
    college: "School of Sciences",
    verdict: {
      standing: "qualifies",
      credits: 5,
      needed: 5,
      missing: [],
      sentence: "5 of 5 credits in 1 sitting. You qualify on what you have typed",
    },
  });
  expect(named("Economics/Mathematics")?.verdict).toMatchObject({
    standing: "nearly",
    missing: ["credit in Economics"],
  });
  expect(named("Christian Religious Studies/History")?.verdict.standing).toBe("short");
});

test("a second sitting counts too, and another's results do not", async () => {
  const [person, stranger] = [await signedInApplicant(portal), await signedInApplicant(portal)];
  await types(person, { ...science, Mathematics: "E8" });
  await types(stranger, science);
  const id = await idOf("NCE-BIO-CHE");
  const before = (await person.get(`${path}/${id}`)).body.verdict;
  expect(before.sentence).toBe("4 of 5 credits. Missing: credit in Mathematics");
  await types(person, { Mathematics: "C5" }, "5123456789");
  const after = (await person.get(`${path}/${id}`)).body.verdict;
  expect(after.sentence).toBe("5 of 5 credits in 2 sittings. You qualify on what you have typed");
});

test("one programme says in words what it asks for, and what Direct Entry asks beside it", async () => {
  const person = await signedInApplicant(portal);
  const de = "NCE with merit in two relevant subjects";
  await setRules("NCE-GEO-MAT", { olevel: { minCredits: 4, maxSittings: 2, credits: [{ anyOf: ["Geography"] }] }, de });
  const id = await idOf("NCE-GEO-MAT");
  const { body } = await person.get(`${path}/${id}`);
  expect(body).toMatchObject({
    _id: id,
    verdict: { standing: "untyped", needed: 4 },
    asks: ["4 O-Level credits in at most 2 sittings: Geography, and 3 other subjects"],
    also: `For Direct Entry also: ${de}`,
  });
  await portal.db
    .updateTable("programme")
    .set({ modes: ["JAMB UTME"] })
    .where("_id", "=", id)
    .execute();
  expect((await person.get(`${path}/${id}`)).body.also).toBeNull();
});

test.each([
  ["no rules", {}],
  ["rules for nothing but a note", { olevel: { minCredits: 0, maxSittings: 2, note: "For degree holders" } }],
  ["rules that cannot be read", { olevel: { minCredits: "five", maxSittings: 2 } }],
  ["a text in the place of rules", "five credits"],
])("a programme with %s says that they are not published, and the others are judged", async (_what, rules) => {
  const person = await signedInApplicant(portal);
  await types(person, science);
  await setRules("NCE-GEO-SOS", rules);
  const { body } = await person.get(`${path}/${await idOf("NCE-GEO-SOS")}`);
  expect(body.verdict).toMatchObject({
    standing: "unpublished",
    sentence: "The college has not published the entry rules",
  });
  expect([body.asks, body.also]).toEqual([[], null]);
  const list: ProgrammeEligibility[] = (await person.get(path)).body;
  expect(list.filter(({ verdict }) => verdict.standing === "unpublished")).toHaveLength(1);
});

test("an unknown programme is not found, and one that takes nobody says so", async () => {
  const person = await signedInApplicant(portal);
  const bodies = new Set<string>();
  for (const id of ["01900000-0000-7000-8000-000000000000", "undefined", "0", "'", "%2e%2e", "x".repeat(90)]) {
    const { status, body } = await person.get(`${path}/${id}`);
    expect([id, status]).toEqual([id, 404]);
    bodies.add(JSON.stringify(body));
  }
  expect(bodies.size).toBe(1);
  const closed = await person.get(`${path}/${await idOf("DEG-ENG")}`);
  expect(closed.body).toMatchObject({
    type: "error",
    code: "programme-not-admitting",
    message: expect.stringContaining("does not take applications"),
  });
  const list: ProgrammeEligibility[] = (await person.get(path)).body;
  expect(list.filter(({ award }) => award !== "NCE")).toEqual([]);
});

test("advice is given between admissions too", async () => {
  const person = await signedInApplicant(portal);
  await portal.db.updateTable("session").set({ status: false }).execute();
  await portal.db.updateTable("session").set({ admission: false }).execute();
  expect((await person.get(path)).body).toHaveLength(70);
});

test("a visitor is told to sign in", async () => {
  expect((await caller(portal).get(path)).status).toBe(401);
});

test("the whole list is light", async () => {
  const person = await signedInApplicant(portal);
  await types(person, science);
  const { body } = await person.get(path);
  expect(JSON.stringify(body).length).toBeLessThan(32_000);
});
