import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { diploma, nce } from "../../../testing/a-levels.ts";
import { type Person, signedInApplicant } from "../../../testing/applicant.ts";
import { erasedMeanwhile } from "../../../testing/erased-meanwhile.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { withoutConstraint } from "../../../testing/without-guard.ts";
import { takingALevels } from "./alevel-result.server.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

const path = "/ms_applicant_alevel";
const ijmb = { type: "IJMB", results: { ...nce.results, yearOfGraduation: "2023" } };
/** One that differs from the others. */
const of = (nth: number) => ({ ...diploma, results: { ...diploma.results, cgpa: `4.${nth + 10}` } });
const tooMany = "You can add at most 5 A-Level results. Delete one before you add another";
const typesOf = async (person: Person) => (await person.get(path)).body.map(({ type }: { type: string }) => type);

test("a result of each type is added, listed newest first, and deleted", async () => {
  const person = await signedInApplicant(portal);
  expect((await person.get(path)).body).toEqual([]);
  const { body: added } = await person.post(path, nce);
  expect(added).toEqual({ type: "success", message: "NCE 2021 has been added", _id: expect.any(String) });
  await person.post(path, ijmb);
  await person.post(path, diploma);
  const { body: list } = await person.get(path);
  const kept = { _id: expect.any(String), createdAt: expect.any(String), locked: false, version: 1 };
  expect(list).toEqual([diploma, ijmb, nce].map((one) => ({ ...one, ...kept })));
  const gone = await person.delete(`${path}/${added._id}`, { delete: "Delete" });
  expect(gone.body).toEqual({ type: "success", message: "NCE 2021 has been deleted" });
  expect(await typesOf(person)).toEqual(["Diploma", "IJMB"]);
});

test("who is deleted while a result is added is signed in no more", async () => {
  const person = await signedInApplicant(portal);
  expect((await erasedMeanwhile(portal, person._id, () => person.post(path, nce))).status).toBe(401);
});

test("what was typed is kept trimmed and composed, and grades as capitals", async () => {
  const person = await signedInApplicant(portal);
  const typed = { institutionName: "  Adé\u0301 College ", educationSubjectGrade: "a", educationSubject3Grade: " b2" };
  await person.post(path, { ...nce, results: { ...nce.results, ...typed } });
  expect((await person.get(path)).body[0].results).toEqual({
    ...nce.results,
    institutionName: "Adé\u0301 College".normalize("NFC"),
    educationSubjectGrade: "A",
    educationSubject3Grade: "B2",
  });
});

test.each(["0", "0.00", "4", "4.5", "4.99", "5", "5.0", "5.00"])(
  "the CGPA %s is taken as it is typed",
  async (cgpa) => {
    const person = await signedInApplicant(portal);
    await person.post(path, { ...diploma, results: { ...diploma.results, cgpa } });
    expect((await person.get(path)).body[0].results.cgpa).toBe(cgpa);
  },
);

test("the longest names that the form takes are kept, and found again when they come twice", async () => {
  const person = await signedInApplicant(portal);
  const wide = "𝒜";
  const names = {
    institutionName: wide.repeat(60),
    educationSubject: `1${wide.repeat(29)}`,
    educationSubject2: `2${wide.repeat(29)}`,
    educationSubject3: `3${wide.repeat(29)}`,
  };
  const longest = { ...nce, results: { ...nce.results, ...names } };
  expect((await person.post(path, longest)).body.type).toBe("success");
  expect((await person.post(path, longest)).body.type).toBe("error");
  expect((await person.get(path)).body).toMatchObject([longest]);
});

test("the same result again is refused with a sentence, another year is another result", async () => {
  const person = await signedInApplicant(portal);
  await person.post(path, nce);
  const { status, body } = await person.post(path, { ...nce, results: { ...nce.results, educationSubjectGrade: "a" } });
  expect([status, body]).toEqual([
    200,
    {
      type: "error",
      code: "added-already",
      message: "You have added this result already, with the same institution, year and grades",
    },
  ]);
  expect((await person.post(path, ijmb)).body.type).toBe("success");
  expect((await person.post(path, { ...ijmb, type: "NCE" })).body.type).toBe("success");
});

test("a sixth result is refused with a sentence, and its place is free again after a deletion", async () => {
  const person = await signedInApplicant(portal);
  for (const nth of [1, 2, 3, 4, 5]) await person.post(path, of(nth));
  expect((await person.post(path, of(6))).body).toEqual({ type: "error", code: "limit-reached", message: tooMany });
  const { body: list } = await person.get(path);
  await person.delete(`${path}/${list[2]._id}`);
  expect((await person.post(path, of(6))).body.type).toBe("success");
  expect((await person.post(path, of(7))).body).toMatchObject({ code: "limit-reached", message: tooMany });
});

test("a result is changed, to another type too, unless an application relies on it or it was changed meanwhile", async () => {
  const [person, other] = [await signedInApplicant(portal), await signedInApplicant(portal)];
  const { body: added } = await person.post(path, nce);
  const { body: twin } = await person.post(path, ijmb);
  const at = `${path}/${added._id}`;
  expect((await person.put(at, diploma, { "if-match": '"1"' })).body).toMatchObject({ type: "success", version: 2 });
  const [, changed] = (await person.get(path)).body;
  expect(changed).toMatchObject({ ...diploma, version: 2 });
  expect(await person.put(at, nce, { "if-match": '"1"' })).toMatchObject({
    status: 409,
    body: { code: "version-stale" },
  });
  expect((await person.put(at, ijmb)).body).toMatchObject({
    type: "error",
    code: "added-already",
    message: expect.stringContaining("already"),
  });
  expect((await other.put(at, nce)).status).toBe(404);
  await portal.db.updateTable("alevel_result").set({ locked: true }).where("_id", "=", twin._id).execute();
  expect((await person.put(`${path}/${twin._id}`, nce)).body).toMatchObject({
    code: "application-relies-on-it",
    message: expect.stringMatching(/^Cannot change this result/),
  });
});

test("the delete word is exactly Delete", async () => {
  const person = await signedInApplicant(portal);
  const { body: added } = await person.post(path, nce);
  const { status, body } = await person.delete(`${path}/${added._id}`, { delete: "delete" });
  expect([status, body.code, body.message, body.errors]).toEqual([
    500,
    "form-invalid",
    "Please fill the form properly",
    { delete: "Delete is the expected value" },
  ]);
  expect((await person.delete(`${path}/${added._id}`)).body.type).toBe("success");
});

test("another's result and an unknown one answer the same 404, and nobody sees another's", async () => {
  const [owner, other] = [await signedInApplicant(portal), await signedInApplicant(portal)];
  const { body: added } = await owner.post(path, nce);
  const ids = [added._id, "01900000-0000-7000-8000-000000000000", "undefined", "1", "%27"];
  const replies = await Promise.all(ids.map((id) => other.delete(`${path}/${id}`)));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([404]));
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect((await other.get(path)).body).toEqual([]);
  expect(await typesOf(owner)).toEqual(["NCE"]);
});

test("a submitted application takes a copy of all results, and they stay; another may be added", async () => {
  const person = await signedInApplicant(portal);
  await person.post(path, nce);
  await person.post(path, diploma);
  const { rows: copy } = await takingALevels(person._id).execute(portal.db);
  expect(copy).toMatchObject([
    { ...nce, locked: true },
    { ...diploma, locked: true },
  ]);
  const gone = await Promise.all(copy.map(({ _id }) => person.delete(`${path}/${_id}`, { delete: "Delete" })));
  const refused = "Cannot delete this result: an application that you submitted relies on it";
  expect(gone.map(({ status, body }) => [status, body])).toEqual(
    copy.map(() => [200, { type: "error", code: "application-relies-on-it", message: refused }]),
  );
  expect((await person.post(path, ijmb)).body.type).toBe("success");
  const { body: list } = await person.get(path);
  expect(list.map(({ locked }: { locked: boolean }) => locked)).toEqual([false, true, true]);
});

test("twenty parallel additions leave five", async () => {
  const person = await signedInApplicant(portal);
  const replies = await Promise.all(Array.from({ length: 20 }, (_, nth) => person.post(path, of(nth))));
  expect(replies.filter(({ body }) => body.type === "success")).toHaveLength(5);
  expect((await person.get(path)).body).toHaveLength(5);
});

test("without the constraint parallel additions leave more than five", async () => {
  const raced = await startPortal(inject("place"));
  await withoutConstraint(raced, "alevel_result", "alevel_result_place");
  const person = await signedInApplicant(raced);
  await whileTableHeld(raced, "alevel_result", 6, () =>
    Promise.all(Array.from({ length: 20 }, (_, nth) => person.post(path, of(nth)))),
  );
  expect((await person.get(path)).body.length).toBeGreaterThan(5);
  await raced.stop();
});

test("the same result ten times at once leaves one; without its constraint it would stand there more often", async () => {
  const raced = await startPortal(inject("place"));
  const tenAtOnce = async () => {
    const person = await signedInApplicant(raced);
    await whileTableHeld(raced, "alevel_result", 2, () =>
      Promise.all(Array.from({ length: 10 }, () => person.post(path, nce))),
    );
    return (await person.get(path)).body.length;
  };
  expect(await tenAtOnce()).toBe(1);
  await withoutConstraint(raced, "alevel_result", "alevel_result_once");
  expect(await tenAtOnce()).toBeGreaterThan(1);
  await raced.stop();
});

test("the table itself refuses a result that lacks a field, has one too many or is of no known type", async () => {
  const { _id: applicant } = await signedInApplicant(portal);
  const { cgpa: _, ...without } = diploma.results;
  const wrong = [
    { ...diploma, results: without },
    { ...diploma, results: { ...diploma.results, place: "6" } },
    { ...diploma, type: "NCE" },
    { ...diploma, type: "JAMB" },
    { ...diploma, results: { ...diploma.results, yearOfGraduation: "20" } },
  ];
  for (const { type, results } of wrong) {
    const row = { _id: crypto.randomUUID(), applicant, type, results: JSON.stringify(results), place: 1 };
    await expect(portal.db.insertInto("alevel_result").values(row).execute()).rejects.toThrow(
      /alevel_result_(fields|year)/,
    );
  }
});

test("of parallel deletions one succeeds and the others hear 404", async () => {
  const person = await signedInApplicant(portal);
  const { body: added } = await person.post(path, nce);
  const replies = await Promise.all(Array.from({ length: 10 }, () => person.delete(`${path}/${added._id}`)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
});

test("one idempotency key adds one result and answers the same, another body is 409", async () => {
  const person = await signedInApplicant(portal);
  const key = { "idempotency-key": "tap-tap" };
  const replies = await Promise.all(Array.from({ length: 20 }, () => person.post(path, nce, key)));
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(replies[0]?.body.type).toBe("success");
  expect(await typesOf(person)).toEqual(["NCE"]);
  expect(await person.post(path, ijmb, key)).toMatchObject({ status: 409, body: { code: "key-used-otherwise" } });
});

test("every addition and deletion has one audit row by the applicant", async () => {
  const person = await signedInApplicant(portal);
  const { body: added } = await person.post(path, diploma);
  await person.post(path, diploma);
  await person.delete(`${path}/${added._id}`);
  const rows = await portal.db.selectFrom("audit").selectAll().where("actor", "=", person._id).orderBy("at").execute();
  const subject = `alevel-result:${added._id}`;
  expect(rows).toMatchObject([
    { deed: "alevel-result.add", subject, before: null, after: diploma },
    { deed: "alevel-result.delete", subject, before: { ...diploma, locked: false }, after: null },
  ]);
});
