import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { newId } from "#platform/database/id.server.ts";
import { caller, type Person, signedInApplicant } from "../../../testing/applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { applicationFee } from "./application-fee-item.server.ts";

let portal: TestPortal;
let person: Person;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  person = await signedInApplicant(portal);
});
afterAll(() => portal.stop());

const idOf = async (code: string) =>
  (await portal.db.selectFrom("programme").select("_id").where("code", "=", code).executeTakeFirstOrThrow())._id;
const path = (programme: string) => `/ms_application_fee_items/${programme}`;

test("the items of a programme are listed in naira, and the fee is their sum in kobo", async () => {
  const programme = await idOf("NCE-CRS-ENG");
  const { status, body } = await person.get(path(programme));
  expect(status).toBe(200);
  expect(body.map(({ name, amount }: { name: string; amount: number }) => [name, amount])).toEqual([
    ["Application form", 1000],
    ["Screening", 1000],
    ["Portal service", 500],
  ]);
  const fee = await applicationFee(portal.db, programme);
  expect(fee).toMatchObject({ amount_kobo: 250_000, serviceTypeID: "4430731", session: { code: "2026" } });
  expect(fee.items.map(({ _id }) => _id)).toEqual(body.map(({ _id }: { _id: string }) => _id));
});

test("an inactive item and an item of another session cost nothing", async () => {
  const programme = await idOf("NCE-MAT-PHY");
  const { items, amount_kobo } = await applicationFee(portal.db, programme);
  const dropped = items[0];
  if (!dropped) throw new Error("the demo programme has items");
  await portal.db.updateTable("application_fee_item").set({ status: false }).where("_id", "=", dropped._id).execute();
  const last = await portal.db.selectFrom("session").select("_id").where("code", "=", "2025").executeTakeFirstOrThrow();
  await portal.db
    .insertInto("application_fee_item")
    .values({ _id: newId(), session: last._id, programme, name: "Old", amount_kobo: 1, serviceTypeID: "4430731" })
    .execute();
  expect((await applicationFee(portal.db, programme)).amount_kobo).toBe(amount_kobo - dropped.amount_kobo);
});

test("kobo are kept exactly: a fee of ₦0.10 and ₦0.20 is 30 kobo and shows as 0.1 and 0.2", async () => {
  const programme = await idOf("NCE-BIO-CHE");
  const { session } = await applicationFee(portal.db, programme);
  await portal.db.deleteFrom("application_fee_item").where("programme", "=", programme).execute();
  const item = { session: session._id, programme, serviceTypeID: "4430731" };
  await portal.db
    .insertInto("application_fee_item")
    .values([
      { ...item, _id: newId(), name: "Ten", amount_kobo: 10 },
      { ...item, _id: newId(), name: "Twenty", amount_kobo: 20 },
    ])
    .execute();
  expect((await applicationFee(portal.db, programme)).amount_kobo).toBe(30);
  const { body } = await person.get(path(programme));
  expect(body.map(({ amount }: { amount: number }) => amount)).toEqual([0.1, 0.2]);
});

test("a programme without items is refused with a sentence", async () => {
  const programme = await idOf("NCE-ISS-ARB");
  await portal.db.deleteFrom("application_fee_item").where("programme", "=", programme).execute();
  const { status, body } = await person.get(path(programme));
  expect(status).toBe(200);
  expect(body).toMatchObject({
    type: "error",
    code: "fee-not-set",
    message: expect.stringContaining("is not set yet. Please ask the bursary"),
  });
});

test("an unknown, a malformed and a closed programme", async () => {
  const unknown = await person.get(path("01900000-0000-7000-8000-000000000000"));
  const malformed = await person.get(path("undefined"));
  expect([unknown.status, malformed.status]).toEqual([404, 404]);
  expect(unknown.body).toEqual(malformed.body);
  const closed = await person.get(path(await idOf("DEG-ENG")));
  expect(closed.body).toMatchObject({
    type: "error",
    code: "programme-not-admitting",
    message: expect.stringContaining("does not take applications"),
  });
});

test("a visitor is told to sign in", async () => {
  const { status, body } = await caller(portal).get(path(await idOf("NCE-CRS-ENG")));
  expect(status).toBe(401);
  expect(body).toMatchObject({ code: "signed-out", message: expect.stringContaining("expired") });
});

test.each([
  ["application_fee_item_amount", { amount_kobo: 0 }],
  ["application_fee_item_amount", { amount_kobo: -100 }],
  ["application_fee_item_service", { serviceTypeID: "0" }],
  ["application_fee_item_service", { serviceTypeID: "44307 31" }],
  ["application_fee_item_name_length", { name: "X" }],
  ["application_fee_item_name", { name: "Screening" }],
  ["application_fee_item_one_service", { serviceTypeID: "4430732" }],
])("the database holds %s against %j", async (constraint, change) => {
  const update = portal.db
    .updateTable("application_fee_item")
    .set(change)
    .where("programme", "=", await idOf("NCE-CRS-ENG"))
    .where("name", "=", "Application form")
    .execute();
  await expect(update).rejects.toMatchObject({ constraint });
});

test("no fee is told once applications are closed", async () => {
  await portal.db
    .updateTable("session")
    .set({ opens: "2020-01-01T00:00Z", closes: "2020-02-01T00:00Z" })
    .where("code", "=", "2026")
    .execute();
  const { body } = await person.get(path(await idOf("NCE-CRS-ENG")));
  expect(body).toMatchObject({
    type: "error",
    code: "applications-closed",
    message: expect.stringContaining("Applications for 2026/2027 closed at"),
  });
});
