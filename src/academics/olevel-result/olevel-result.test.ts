import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { displaySubjects } from "#reference/subjects/subjects.rules.ts";
import { type Person, signedInApplicant } from "../../../testing/applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { withoutApplicantLock, withoutConstraint } from "../../../testing/without-guard.ts";
import { takingResults } from "./olevel-result.server.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

const path = "/ms_applicant_result";
const waec = {
  examinationtype: "WAEC",
  examinationcenter: "Government Day Secondary School, Minna",
  examinationyear: "2024",
  examinationnumber: "4123456789",
};
const tooMany = "A sitting has at most 9 results. Change or delete one of this sitting instead";
const subjects = displaySubjects.map(({ name }) => name);

async function withSitting(person: Person, change: Partial<typeof waec> = {}): Promise<string> {
  return (await person.post("/ms_applicant_sitting", { ...waec, ...change })).body._id;
}

test("a result is added, listed with its whole sitting, changed and deleted", async () => {
  const person = await signedInApplicant(portal);
  const examination = await withSitting(person);
  const { body: added } = await person.post(path, { examination, subject: "Mathematics", scored: "C4" });
  expect(added).toMatchObject({ type: "success", message: "Mathematics (C4) has been added" });
  await person.post(path, { examination, subject: "Geography", scored: "F9" });
  const { body: list } = await person.get(path);
  expect(list).toMatchObject([
    { subject: "Geography", scored: "F9", examination: { _id: examination, ...waec } },
    { subject: "Mathematics", scored: "C4", examination: { _id: examination, ...waec }, version: 1, locked: false },
  ]);
  const change = { examination, subject: "Mathematics", scored: "A1" };
  expect((await person.put(`${path}/${added._id}`, change)).body).toMatchObject({ type: "success", version: 2 });
  expect((await person.get(path)).body[1]).toMatchObject({ scored: "A1", version: 2 });
  expect((await person.delete(`${path}/${added._id}`, { delete: "Delete" })).body.type).toBe("success");
  expect((await person.get(path)).body).toMatchObject([{ subject: "Geography" }]);
});

test("the number of results in force is told", async () => {
  const person = await signedInApplicant(portal);
  expect((await person.get(`${path}/needed`)).body).toEqual({ needed: 5 });
});

test.each(["A0", "F10", "a1", "A1 ", "A1<script>", "", "B1", 1, null])("the grade %j is refused", async (scored) => {
  const person = await signedInApplicant(portal);
  const examination = await withSitting(person);
  const { status, body } = await person.post(path, { examination, subject: "Mathematics", scored });
  expect([status, Object.keys(body.errors)]).toEqual([500, ["scored"]]);
});

test("a subject outside the list and unknown fields are refused by name", async () => {
  const person = await signedInApplicant(portal);
  const examination = await withSitting(person);
  const { body } = await person.post(path, { examination, subject: "Wizardry", scored: "A1", applicant: "x" });
  expect([body.code, body.errors]).toEqual([
    "form-invalid",
    {
      subject: "Examination subject must be one of the listed subjects",
      applicant: "The field applicant is not known",
    },
  ]);
  expect((await person.post(path, {})).body.errors).toEqual({
    examination: "Examination Sitting is required",
    subject: "Examination subject is required",
    scored: "Result grade is required",
  });
});

test("a subject stands once in a sitting, and may stand in the other", async () => {
  const person = await signedInApplicant(portal);
  const [first, second] = [await withSitting(person), await withSitting(person, { examinationtype: "NECO" })];
  const maths = { examination: first, subject: "Mathematics", scored: "C4" };
  await person.post(path, maths);
  expect((await person.post(path, { ...maths, scored: "A1" })).body).toMatchObject({
    type: "error",
    code: "added-already",
    errors: { subject: "Mathematics has been added to this sitting already" },
  });
  const { body: other } = await person.post(path, { ...maths, examination: second });
  expect(other.type).toBe("success");
  const moved = await person.put(`${path}/${other._id}`, maths);
  expect(moved.body).toMatchObject({ type: "error", errors: { subject: expect.any(String) } });
});

const five = subjects.slice(0, 5).map((subject) => ({ subject, scored: "B3" }));

test("a certificate is added whole, in its order, once per attempt", async () => {
  const person = await signedInApplicant(portal);
  const examination = await withSitting(person);
  const key = { "idempotency-key": "one-certificate" };
  const sent = () => person.post(`${path}/certificate`, { examination, results: five }, key);
  const replies = await Promise.all([sent(), sent(), sent()]);
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(replies[0]?.body).toMatchObject({ type: "success", message: "5 results have been added" });
  const { body: list } = await person.get(path);
  expect(list.map(({ subject }: { subject: string }) => subject).reverse()).toEqual(subjects.slice(0, 5));
  expect(replies[0]?.body.ids).toEqual(list.map(({ _id }: { _id: string }) => _id).reverse());
});

test("of a certificate with a wrong row nothing is added, and the row is named", async () => {
  const person = await signedInApplicant(portal);
  const examination = await withSitting(person);
  await person.post(path, { examination, subject: subjects[1], scored: "A1" });
  const add = (results: unknown, sitting = examination) =>
    person.post(`${path}/certificate`, { examination: sitting, results });
  const { status, body } = await add(five);
  expect([status, body.code, body.errors]).toEqual([
    200,
    "added-already",
    { "results.1.subject": `${subjects[1]} has been added to this sitting already` },
  ]);
  const wrong = await add([five[0], { subject: "Alchemy", scored: "A9" }]);
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([500, ["results.1.subject", "results.1.scored"]]);
  expect((await add([])).body.errors).toEqual({ results: "Results are required" });
  expect((await add([five[0], five[0]])).body.errors).toEqual({ results: "Each subject may stand in the list once" });
  const ten = subjects.slice(2, 12).map((subject) => ({ subject, scored: "C6" }));
  expect((await add(ten)).body.errors).toEqual({ results: "A sitting has at most 9 results" });
  expect((await add(ten.slice(1))).body).toEqual({ type: "error", code: "limit-reached", message: tooMany });
  expect((await add(five, "01900000-0000-7000-8000-000000000000")).status).toBe(404);
  expect((await person.get(path)).body).toHaveLength(1);
});

test("twenty certificates of two results at a time: four fit into the nine places", async () => {
  const person = await signedInApplicant(portal);
  const examination = await withSitting(person);
  const pairs = Array.from({ length: 20 }, (_, nth) => [subjects[2 * nth], subjects[2 * nth + 1]]);
  await Promise.all(
    pairs.map((pair) =>
      person.post(`${path}/certificate`, { examination, results: pair.map((subject) => ({ subject, scored: "B3" })) }),
    ),
  );
  const { body } = await person.get(path);
  expect(body).toHaveLength(8);
  expect(new Set(body.map(({ subject }: { subject: string }) => subject)).size).toBe(8);
});

test("another's sitting and result answer as unknown ones do", async () => {
  const [owner, other] = [await signedInApplicant(portal), await signedInApplicant(portal)];
  const [examination, own] = [await withSitting(owner), await withSitting(other)];
  const maths = { examination, subject: "Mathematics", scored: "C4" };
  const { body: added } = await owner.post(path, maths);
  const { body: mine } = await other.post(path, { ...maths, examination: own });
  const unknown = "01900000-0000-7000-8000-000000000000";
  const replies = await Promise.all([
    other.post(path, maths),
    other.post(path, { ...maths, examination: unknown }),
    other.post(path, { ...maths, examination: "undefined" }),
    other.post(path, { ...maths, examination: added._id }),
    other.put(`${path}/${mine._id}`, maths),
    ...[added._id, unknown, "1", "%27"].flatMap((id) => [
      other.put(`${path}/${id}`, { ...maths, examination: own }),
      other.delete(`${path}/${id}`),
    ]),
  ]);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([404]));
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect((await owner.get(path)).body).toHaveLength(1);
});

test("a result that an application relies on stays, and new ones may be added", async () => {
  const person = await signedInApplicant(portal);
  const examination = await withSitting(person);
  const maths = { examination, subject: "Mathematics", scored: "C4" };
  const { body: added } = await person.post(path, maths);
  const { rows: copy } = await takingResults(person._id).execute(portal.db);
  expect(copy).toMatchObject([{ subject: "Mathematics", locked: true, examination: waec }]);
  const edited = await person.put(`${path}/${added._id}`, { ...maths, scored: "A1" });
  const deleted = await person.delete(`${path}/${added._id}`);
  expect([edited.body, deleted.body]).toEqual([
    {
      type: "error",
      code: "application-relies-on-it",
      message: "Cannot change this result: an application that you submitted relies on it",
    },
    {
      type: "error",
      code: "application-relies-on-it",
      message: "Cannot delete this result: an application that you submitted relies on it",
    },
  ]);
  expect((await person.post(path, { ...maths, subject: "Physics" })).body.type).toBe("success");
});

test("a change of what has changed meanwhile is 409", async () => {
  const person = await signedInApplicant(portal);
  const maths = { examination: await withSitting(person), subject: "Mathematics", scored: "C4" };
  const { body: added } = await person.post(path, maths);
  const edit = (scored: string) => person.put(`${path}/${added._id}`, { ...maths, scored }, { "if-match": '"1"' });
  const replies = await Promise.all(["A1", "B2", "B3"].map(edit));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test("two hundred parallel additions leave nine results of nine subjects", async () => {
  const person = await signedInApplicant(portal);
  const examination = await withSitting(person);
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, nth) =>
      person.post(path, { examination, subject: subjects[nth % 30], scored: "B3" }),
    ),
  );
  // A slow machine refuses some with 503 rather than let them wait.
  expect(replies.every(({ status }) => status === 200 || status === 503)).toBe(true);
  expect(replies.filter(({ body }) => body.type === "success")).toHaveLength(9);
  expect(replies.some(({ body }) => body.message === tooMany)).toBe(true);
  const { body: list } = await person.get(path);
  expect(new Set(list.map((one: { subject: string }) => one.subject)).size).toBe(9);
});

const places = "olevel_result_place";
const guards: readonly (readonly [
  what: string,
  remove: (portal: TestPortal) => Promise<void>,
  left: "nine" | "more",
])[] = [
  ["the lock alone", (raced) => withoutConstraint(raced, "olevel_result", places), "nine"],
  ["the constraint alone", withoutApplicantLock, "nine"],
  [
    "nothing",
    async (raced) => {
      await withoutApplicantLock(raced);
      await withoutConstraint(raced, "olevel_result", places);
    },
    "more",
  ],
];

test.each(guards)("thirty parallel additions after eight, held by %s", async (_what, remove, left) => {
  const raced = await startPortal(inject("place"));
  const people = await Promise.all(Array.from({ length: 6 }, () => signedInApplicant(raced)));
  const sittings = await Promise.all(people.map((person) => withSitting(person)));
  const add = (nth: number, subject: string) =>
    people[nth]?.post(path, { examination: sittings[nth], subject, scored: "B3" });
  for (const subject of subjects.slice(0, 8)) await Promise.all(people.map((_, nth) => add(nth, subject)));
  await remove(raced);
  const counts: number[] = [];
  for (const [nth, person] of people.entries()) {
    await Promise.all(subjects.slice(8, 38).map((subject) => add(nth, subject)));
    counts.push((await person.get(path)).body.length);
  }
  // One race after the other, since a busy machine may run the first as if nobody raced.
  if (left === "nine") expect(new Set(counts)).toEqual(new Set([9]));
  else expect(Math.max(...counts)).toBeGreaterThan(9);
  await raced.stop();
});

test("a subject twice: the constraint holds it, and without it the list shows it twice", async () => {
  const raced = await startPortal(inject("place"));
  const person = await signedInApplicant(raced);
  const examination = await withSitting(person);
  const addTwice = (subject: string) =>
    Promise.all([1, 2].map(() => person.post(path, { examination, subject, scored: "B3" })));
  await addTwice("Mathematics");
  expect((await person.get(path)).body).toHaveLength(1);
  await withoutConstraint(raced, "olevel_result", "olevel_result_subject");
  await addTwice("Physics");
  expect((await person.get(path)).body).toHaveLength(3);
  await raced.stop();
});
