import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { signedInApplicant } from "../../../testing/applicant.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { withoutApplicantLock, withoutConstraint } from "../../../testing/without-guard.ts";
import { takingSittings } from "./olevel-sitting.server.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

const path = "/ms_applicant_sitting";
const waec = {
  examinationtype: "WAEC",
  examinationcenter: "Government Day Secondary School, Minna",
  examinationyear: "2024",
  examinationnumber: "4123456789",
};
const neco = { ...waec, examinationtype: "NECO", examinationnumber: "12345678AB" };
const tooMany = "You can add at most 2 O-Level sittings. Change or delete one of yours instead";

test("a sitting is added, changed and deleted", async () => {
  const person = await signedInApplicant(portal);
  const { body: added } = await person.post(path, waec);
  expect(added).toMatchObject({ type: "success", message: "WAEC 4123456789 has been added" });
  await person.post(path, neco);
  expect((await person.get(path)).body).toMatchObject([waec, neco]);
  expect((await person.put(`${path}/${added._id}`, { ...waec, examinationyear: "2023" })).body).toMatchObject({
    type: "success",
    version: 2,
  });
  expect((await person.get(path)).body[0]).toMatchObject({ examinationyear: "2023", version: 2 });
  expect((await person.delete(`${path}/${added._id}`, { delete: "Delete" })).body.type).toBe("success");
  expect((await person.get(path)).body).toMatchObject([neco]);
  expect((await person.post(path, waec)).body.type).toBe("success");
});

test("any word but Delete leaves the sitting where it is", async () => {
  const person = await signedInApplicant(portal);
  const { body: added } = await person.post(path, waec);
  for (const word of ["delete", "Delete ", "", 5, null, true, ["Delete"], undefined]) {
    const { status, body } = await person.delete(`${path}/${added._id}`, { delete: word });
    expect([status, body.code, body.message, body.errors]).toEqual([
      500,
      "form-invalid",
      "Please fill the form properly",
      { delete: "Delete is the expected value" },
    ]);
  }
  expect((await person.get(path)).body).toHaveLength(1);
});

const thisYear = new Date().getFullYear();
const between = `Examination year must be between 1970 and ${thisYear}`;
const digits = "Examination year must be four digits, such as 2024";
test.each([
  ["", "Examination year is required"],
  ["202", "Examination year cannot be less than 4 characters"],
  ["20245", "Examination year cannot be above 4 characters"],
  ["-999", digits],
  ["1e30", digits],
  ["0x7e", digits],
  ["٢٠٢٠", digits],
  ["2 24", "Examination year cannot be less than 4 characters"],
  ["1900", between],
  ["1969", between],
  [String(thisYear + 1), between],
  ["9999", between],
])("the year %j is refused", async (examinationyear, sentence) => {
  const person = await signedInApplicant(portal);
  const { status, body } = await person.post(path, { ...waec, examinationyear });
  expect([status, body.errors]).toEqual([500, { examinationyear: sentence }]);
});

test("a space in a year is forgiven, and a number without letters or digits is not", async () => {
  const person = await signedInApplicant(portal);
  for (const examinationnumber of ["1", "!!!"]) {
    const { status, body } = await person.post(path, { ...waec, examinationnumber });
    expect([status, Object.keys(body.errors)]).toEqual([500, ["examinationnumber"]]);
  }
  expect((await person.post(path, { ...waec, examinationyear: "20 24" })).body.type).toBe("success");
  expect((await person.get(path)).body[0].examinationyear).toBe("2024");
});

test.each(["1970", String(thisYear)])("the year %s is taken", async (examinationyear) => {
  const person = await signedInApplicant(portal);
  expect((await person.post(path, { ...waec, examinationyear })).body.type).toBe("success");
});

test("every wrong field is named", async () => {
  const person = await signedInApplicant(portal);
  const { body } = await person.post(path, { examinationtype: "JAMB", examinationyear: 2024, slot: 3 });
  expect([body.code, body.errors]).toEqual([
    "form-invalid",
    {
      examinationtype: "Examination type must be one of the following values: WAEC, NECO, NABTEB, NBAIS, GCE, GRADE II",
      examinationcenter: "Examination center is required",
      examinationyear: "Examination year must be text",
      examinationnumber: "Examination number is required",
      slot: "The field slot is not known",
    },
  ]);
});

test("a third sitting and the same one again are refused with a sentence", async () => {
  const person = await signedInApplicant(portal);
  await person.post(path, waec);
  expect((await person.post(path, waec)).body).toMatchObject({
    type: "error",
    code: "added-already",
    errors: { examinationnumber: "You have added this sitting already: same type, year and number" },
  });
  await person.post(path, neco);
  expect((await person.post(path, { ...waec, examinationyear: "2022" })).body).toEqual({
    type: "error",
    code: "limit-reached",
    message: tooMany,
  });
});

test("another's sitting and an unknown one answer the same 404", async () => {
  const [owner, other] = [await signedInApplicant(portal), await signedInApplicant(portal)];
  const { body: added } = await owner.post(path, waec);
  const ids = [added._id, "01900000-0000-7000-8000-000000000000", "undefined", "1", "%27"];
  const replies = await Promise.all(
    ids.flatMap((id) => [other.put(`${path}/${id}`, neco), other.delete(`${path}/${id}`)]),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([404]));
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect((await owner.get(path)).body).toMatchObject([waec]);
});

test("a sitting with results and one that an application relies on stay", async () => {
  const person = await signedInApplicant(portal);
  const { body: added } = await person.post(path, waec);
  const { body: result } = await person.post("/ms_applicant_result", {
    examination: added._id,
    subject: "Mathematics",
    scored: "B3",
  });
  const kept = await person.delete(`${path}/${added._id}`);
  expect(kept.body).toMatchObject({
    code: "record-in-use",
    message: "This sitting has results. Delete its results first, then the sitting",
  });
  await person.delete(`/ms_applicant_result/${result._id}`);
  const { rows } = await takingSittings(person._id).execute(portal.db);
  expect(rows).toMatchObject([{ ...waec, locked: true }]);
  const [edited, deleted] = [
    await person.put(`${path}/${added._id}`, neco),
    await person.delete(`${path}/${added._id}`),
  ];
  expect([edited.body, deleted.body]).toEqual([
    {
      type: "error",
      code: "application-relies-on-it",
      message: "Cannot change this sitting: an application that you submitted relies on it",
    },
    {
      type: "error",
      code: "application-relies-on-it",
      message: "Cannot delete this sitting: an application that you submitted relies on it",
    },
  ]);
  expect((await person.post(path, neco)).body.type).toBe("success");
});

test("a change of what has changed meanwhile is 409", async () => {
  const person = await signedInApplicant(portal);
  const { body: added } = await person.post(path, waec);
  const edit = (examinationyear: string) =>
    person.put(`${path}/${added._id}`, { ...waec, examinationyear }, { "if-match": '"1"' });
  const replies = await Promise.all(["2020", "2021", "2022"].map(edit));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

const slots = "olevel_sitting_slot";
const guards: readonly (readonly [
  what: string,
  remove: (portal: TestPortal) => Promise<void>,
  left: "two" | "more",
])[] = [
  ["lock and constraint", async () => {}, "two"],
  ["the lock alone", (raced) => withoutConstraint(raced, "olevel_sitting", slots), "two"],
  ["the constraint alone", withoutApplicantLock, "two"],
  [
    "nothing",
    async (raced) => {
      await withoutApplicantLock(raced);
      await withoutConstraint(raced, "olevel_sitting", slots);
    },
    "more",
  ],
];

test.each(guards)("twenty parallel additions, held by %s", async (_what, remove, left) => {
  const raced = await startPortal(inject("place"));
  const person = await signedInApplicant(raced);
  await remove(raced);
  const many = Array.from({ length: 20 }, (_, nth) => ({ ...waec, examinationnumber: `4${nth}` }));
  const replies = await whileTableHeld(raced, "olevel_sitting", 3, () =>
    Promise.all(many.map((one) => person.post(path, one))),
  );
  const added = replies.filter(({ body }) => body.type === "success").length;
  expect((await person.get(path)).body).toHaveLength(added);
  if (left === "two") {
    expect(added).toBe(2);
    expect(replies.filter(({ body }) => body.message === tooMany)).toHaveLength(18);
  } else {
    expect(added).toBeGreaterThan(2);
  }
  await raced.stop();
});
