import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { signedInApplicant } from "../../../testing/applicant.ts";
import { erasedMeanwhile } from "../../../testing/erased-meanwhile.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { withoutConstraint } from "../../../testing/without-guard.ts";
import { takingReferees } from "./referee.server.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

const father = {
  firstname: "Musa",
  middlename: "",
  lastname: "Bello",
  emailaddress: "",
  phonenumber: "0803 123 4567",
  homeaddress: "No. 4, Bello Street, Kano",
};
const path = "/ms_applicant_referee";

test("a referee is added, listed newest first, and deleted", async () => {
  const person = await signedInApplicant(portal);
  expect((await person.get(path)).body).toEqual([]);
  const first = await person.post(path, father);
  expect(first.body).toMatchObject({ type: "success", message: "Musa Bello has been added" });
  await person.post(path, { ...father, firstname: "Zainab" });
  const { body: list } = await person.get(path);
  expect(list.map((one: { firstname: string }) => one.firstname)).toEqual(["Zainab", "Musa"]);
  expect(list[1]).toMatchObject({ phonenumber: "2348031234567", middlename: null, emailaddress: null, disabled: true });
  const gone = await person.delete(`${path}/${list[1]._id}`, { delete: "Delete" });
  expect(gone.body).toMatchObject({ type: "success" });
  expect((await person.get(path)).body).toHaveLength(1);
});

test("a wrong form answers 500 with a sentence under each field", async () => {
  const person = await signedInApplicant(portal);
  const { status, body } = await person.post(path, { ...father, firstname: " ", phonenumber: "0803", extra: 1 });
  expect(status).toBe(500);
  expect(body.type).toBe("error");
  expect([body.code, body.errors]).toEqual([
    "form-invalid",
    {
      firstname: "First name is required",
      phonenumber: "Format not followed (23480xxxxxxxx)",
      extra: "The field extra is not known",
    },
  ]);
});

test("a middle name shows no error: what no name holds is taken out of it", async () => {
  const typed = ["A1", "42!", "", " Zainab\n Ọlá-Ìyá ", "www.evil.example/x", "Ａ\u202e\u0000", "Z".repeat(90)];
  const names: (string | null)[] = [];
  for (const middlename of typed) {
    const person = await signedInApplicant(portal);
    const { status } = await person.post(path, { ...father, middlename });
    names.push(status === 200 ? (await person.get(path)).body[0].middlename : status);
  }
  expect(names).toEqual(["A", null, null, "Zainab Ọlá-Ìyá", "www. evil. examplex", "Ａ", "Z".repeat(60)]);
});

test("a missing field is named by its label", async () => {
  const person = await signedInApplicant(portal);
  const { homeaddress: _, ...rest } = father;
  expect((await person.post(path, rest)).body.errors).toEqual({ homeaddress: "Home Address of Referee is required" });
});

test("the delete word is exactly Delete", async () => {
  const person = await signedInApplicant(portal);
  const { body: added } = await person.post(path, father);
  const { status, body } = await person.delete(`${path}/${added._id}`, { delete: "delete" });
  expect(status).toBe(500);
  expect(body).toEqual({
    type: "error",
    code: "form-invalid",
    message: "Please fill the form properly",
    errors: { delete: "Delete is the expected value" },
  });
  expect((await person.delete(`${path}/${added._id}`)).body.type).toBe("success");
});

test("another's referee and an unknown one answer the same 404", async () => {
  const [owner, other] = [await signedInApplicant(portal), await signedInApplicant(portal)];
  const { body: added } = await owner.post(path, father);
  const foreign = await other.delete(`${path}/${added._id}`);
  const unknown = await other.delete(`${path}/01900000-0000-7000-8000-000000000000`);
  const malformed = await other.delete(`${path}/undefined`);
  expect([foreign.status, unknown.status, malformed.status]).toEqual([404, 404, 404]);
  expect(foreign.body).toEqual(unknown.body);
  expect((await owner.get(path)).body).toHaveLength(1);
});

test("a referee is changed, unless an application relies on it or it was changed meanwhile", async () => {
  const [owner, other] = [await signedInApplicant(portal), await signedInApplicant(portal)];
  const { body: added } = await owner.post(path, { ...father, middlename: "Ade", emailaddress: "musa@example.com" });
  const at = `${path}/${added._id}`;
  const mended = { ...father, phonenumber: "0703 111 2222" };
  const { body } = await owner.put(at, mended, { "if-match": '"1"' });
  expect(body).toEqual({ type: "success", message: "Musa Bello has been saved", version: 2 });
  expect((await owner.get(path)).body).toMatchObject([
    { phonenumber: "2347031112222", middlename: null, emailaddress: null, version: 2 },
  ]);
  expect((await owner.put(at, father, { "if-match": '"1"' })).status).toBe(409);
  expect((await owner.put(at, { ...father, lastname: "" })).body.errors).toEqual({ lastname: "Last name is required" });
  expect((await other.put(at, father)).status).toBe(404);
  await portal.db.updateTable("referee").set({ disabled: false }).where("_id", "=", added._id).execute();
  expect((await owner.put(at, father)).body).toMatchObject({
    type: "error",
    code: "application-relies-on-it",
    message: expect.stringContaining("Cannot change active referee"),
  });
  const audit = await portal.db
    .selectFrom("audit")
    .select("deed")
    .where("subject", "=", `referee:${added._id}`)
    .execute();
  expect(audit.map(({ deed }) => deed)).toEqual(["referee.add", "referee.edit"]);
});

test("a referee that an application relies on stays", async () => {
  const person = await signedInApplicant(portal);
  const { body: added } = await person.post(path, father);
  await portal.db.updateTable("referee").set({ disabled: false }).where("_id", "=", added._id).execute();
  const { status, body } = await person.delete(`${path}/${added._id}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    type: "error",
    code: "application-relies-on-it",
    message: expect.stringContaining("Cannot delete active referee"),
  });
});

test("twenty parallel additions leave five", async () => {
  const person = await signedInApplicant(portal);
  const replies = await Promise.all(Array.from({ length: 20 }, () => person.post(path, father)));
  expect(replies.filter(({ body }) => body.type === "success")).toHaveLength(5);
  expect((await person.get(path)).body).toHaveLength(5);
});

test("without the constraint parallel additions leave more than five", async () => {
  const raced = await startPortal(inject("place"));
  await withoutConstraint(raced, "referee", "referee_place");
  const person = await signedInApplicant(raced);
  await whileTableHeld(raced, "referee", 6, () =>
    Promise.all(Array.from({ length: 20 }, () => person.post(path, father))),
  );
  expect((await person.get(path)).body.length).toBeGreaterThan(5);
  await raced.stop();
});

test("a submitted application takes a copy of all referees, and they stay; another may be added", async () => {
  const person = await signedInApplicant(portal);
  await person.post(path, father);
  await person.post(path, { ...father, firstname: "Zainab" });
  const { rows: copy } = await takingReferees(person._id).execute(portal.db);
  expect(copy).toMatchObject([{ firstname: "Musa", phonenumber: "2348031234567" }, { firstname: "Zainab" }]);
  expect((await person.get(path)).body.map((one: { disabled: boolean }) => one.disabled)).toEqual([false, false]);
  const gone = await Promise.all(copy.map(({ _id }) => person.delete(`${path}/${_id}`)));
  expect(gone.map(({ body }) => body.type)).toEqual(["error", "error"]);
  expect((await person.post(path, { ...father, firstname: "Third" })).body.type).toBe("success");
});

test("of parallel deletions one succeeds and the others hear 404", async () => {
  const person = await signedInApplicant(portal);
  const { body: added } = await person.post(path, father);
  const replies = await Promise.all(Array.from({ length: 10 }, () => person.delete(`${path}/${added._id}`)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.filter(({ status }) => status === 404)).toHaveLength(9);
});

test("one idempotency key adds one referee for each who sends it and answers the same, another body is 409", async () => {
  const [person, other] = [await signedInApplicant(portal), await signedInApplicant(portal)];
  const key = { "idempotency-key": "tap-tap" };
  const replies = await Promise.all(Array.from({ length: 20 }, () => person.post(path, father, key)));
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect((await person.get(path)).body).toHaveLength(1);
  expect((await person.post(path, { ...father, firstname: "Other" }, key)).status).toBe(409);
  const [own, again] = [await other.post(path, father, key), await other.post(path, father, key)];
  expect(own.body._id).not.toBe(replies[0]?.body._id);
  expect(again.body).toEqual(own.body);
});

test("who is deleted while a referee is added is signed in no more", async () => {
  const person = await signedInApplicant(portal);
  expect((await erasedMeanwhile(portal, person._id, () => person.post(path, father))).status).toBe(401);
});

test("every addition and deletion has one audit row by the applicant", async () => {
  const person = await signedInApplicant(portal);
  const { body: added } = await person.post(path, father);
  await person.delete(`${path}/${added._id}`);
  const rows = await portal.db.selectFrom("audit").selectAll().where("actor", "=", person._id).orderBy("at").execute();
  expect(rows.map(({ deed, subject }) => [deed, subject])).toEqual([
    ["referee.add", `referee:${added._id}`],
    ["referee.delete", `referee:${added._id}`],
  ]);
});
