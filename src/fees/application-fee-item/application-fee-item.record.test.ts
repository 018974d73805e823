import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { bursar, coded, importCsv } from "../../../testing/bursar.ts";
import { payer } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { withoutConstraint } from "../../../testing/without-guard.ts";

let portal: TestPortal;
let one: StaffMember;
let session: string;
let programme: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  one = await bursar(portal, "application-fees");
  session = await coded(portal, "session", "2026");
});
afterAll(() => portal.stop());
beforeEach(async () => {
  programme = await coded(portal, "programme", "NCE-CRS-ENG");
});

const path = "/staff/ms_application_fee_item";
const item = (change: object = {}) => ({
  session,
  programme,
  name: "Library card",
  amount: 2621.2,
  serviceTypeID: "4430731",
  status: true,
  ...change,
});
const itemsOf = async (of: string) => (await one.get(`${path}?session=${session}&programme=${of}&limit=100`)).body.list;

test("an item that a bursar adds stands on the applicant's list, and its change is kept with who made it", async () => {
  const added = await one.post(path, item());
  expect(added.body).toMatchObject({ type: "success", message: "Application fee item added: Library card" });
  const { _id } = added.body;
  const person = await payer(portal);
  const listed = async () => (await person.get(`/ms_application_fee_items/${programme}`)).body;
  expect(await listed()).toContainEqual({ _id, name: "Library card", amount: 2621.2 });
  await one.put(`${path}/${_id}`, item({ amount: 400 }), { "if-match": '"1"' });
  expect(await listed()).toContainEqual({ _id, name: "Library card", amount: 400 });
  const { body: history } = await one.get(`${path}/${_id}/history`);
  expect(history).toMatchObject([
    { deed: "Changed", who: expect.stringContaining("Bursar"), changes: [{ before: "₦2,621.20", after: "₦400.00" }] },
    { deed: "Added" },
  ]);
  await one.put(`${path}/${_id}`, item({ amount: 400, status: false }));
  expect(await listed()).not.toContainEqual(expect.objectContaining({ name: "Library card" }));
  expect((await one.delete(`${path}/${_id}`)).body.message).toBe("Library card deleted");
});

test("a change is for references made later: an open one keeps its amounts, the next applicant pays the new ones", async () => {
  const [early, late] = [await payer(portal), await payer(portal)];
  const wanted = (await early.programme())._id;
  const [first] = await itemsOf(wanted);
  const before = await early.reference();
  const { session: of, programme: to, name, serviceTypeID, status } = first;
  const form = { session: of._id, programme: to._id, name, amount: first.amount + 1000, serviceTypeID, status };
  expect((await one.put(`${path}/${first._id}`, form)).body.type).toBe("success");
  expect((await early.reference()).amount).toBe(before.amount);
  expect((await early.get("/ms_application_fee")).body[0].amount).toBe(before.amount);
  expect((await late.reference()).amount).toBe(before.amount + 1000);
});

test("an item that a payment was made for is deactivated, never deleted", async () => {
  const person = await payer(portal);
  const wanted = (await person.programme(3))._id;
  await person.reference(3);
  const [paid] = await itemsOf(wanted);
  const { status, body } = await one.delete(`${path}/${paid._id}`);
  expect([status, body.type]).toEqual([200, "error"]);
  expect(body).toMatchObject({
    code: "record-in-use",
    message: `${paid.name} is in use, so it cannot be deleted. Deactivate it instead: it stays where it is used and can be chosen no more`,
  });
  expect(await itemsOf(wanted)).toContainEqual(paid);
});

test.each([
  ["amount", { amount: -5 }, "Amount must be at least 1"],
  ["amount", { amount: 0 }, "Amount must be at least 1"],
  ["amount", { amount: 0.001 }, "Amount must be at least 1"],
  ["amount", { amount: 1.001 }, "Amount must have at most two decimals"],
  ["amount", { amount: 1e9 }, "Amount must be at most 100,000,000"],
  ["amount", { amount: "a thousand" }, "Amount must be a number such as 12,500.50"],
  ["amount", { amount: undefined }, "Amount is required"],
  ["serviceTypeID", { serviceTypeID: "" }, "Service type ID is required"],
  [
    "serviceTypeID",
    { serviceTypeID: "44307x" },
    "Service type ID must hold digits only, as the payment provider gives it",
  ],
  ["serviceTypeID", { serviceTypeID: "-1" }, "Service type ID must hold digits only, as the payment provider gives it"],
  ["serviceTypeID", { serviceTypeID: "0" }, "Service type ID must be at least 1"],
  ["serviceTypeID", { serviceTypeID: "044" }, "Service type ID must not begin with 0"],
  ["serviceTypeID", { serviceTypeID: "1234567890123456" }, "Service type ID must be at most 15 characters"],
  ["name", { name: "X" }, "Minimum of 2 characters expected"],
  ["status", { status: undefined }, "Status is required"],
  ["programme", { programme: "" }, "Programme is required"],
])("the form refuses %s in %j", async (field, change, sentence) => {
  const { status, body } = await one.post(path, item({ name: "Refused", ...change }));
  expect(status).toBe(500);
  expect(body.errors).toMatchObject({ [field]: sentence });
});

test.each([
  ["name", { name: "Screening" }, "The programme has an item of this name in this session already"],
  ["serviceTypeID", { serviceTypeID: "4430999" }, "change all of them at once with Change service type"],
  ["programme", { programme: "01900000-0000-7000-8000-000000000000" }, "Programme was not found"],
  ["session", { session: "01900000-0000-7000-8000-000000000000" }, "Session was not found"],
])("what the other records say refuses %s in %j", async (field, change, sentence) => {
  const { status, body } = await one.post(path, item({ name: "Refused", ...change }));
  expect([status, body.type]).toEqual([200, "error"]);
  expect(body.errors[field]).toContain(sentence);
});

test("an item of another service may stand inactive, and none of many is switched on while it differs", async () => {
  const { body } = await one.post(path, item({ name: "Next year", serviceTypeID: "4430999", status: false }));
  expect(body.type).toBe("success");
  const bulk = await one.post(`${path}/bulk`, { status: true, ids: [body._id], count: 1 });
  expect(bulk.body).toMatchObject({
    type: "error",
    code: "services-differ",
    message: expect.stringContaining("another service type"),
  });
  expect((await one.get(`${path}/${body._id}`)).body.status).toBe(false);
});

test("a fee of another session is no applicant's", async () => {
  const last = await coded(portal, "session", "2025");
  const { body } = await one.post(path, item({ session: last, name: "Of last year", serviceTypeID: "77" }));
  expect(body.type).toBe("success");
  const person = await payer(portal);
  const { body: listed } = await person.get(`/ms_application_fee_items/${programme}`);
  expect(JSON.stringify(listed)).not.toContain("Of last year");
});

test("who holds the page alone changes nothing, who holds none sees nothing, and applicants are no staff", async () => {
  const reader = await staffMember(portal, { pages: ["application-fees"] });
  expect((await reader.get(path)).status).toBe(200);
  const stranger = await bursar(portal, "acceptance-fees");
  const person = await payer(portal);
  const tried = [
    await reader.post(path, item({ name: "Sneaked in" })),
    await reader.post(`${path}/service`, { session, programme, serviceTypeID: "1" }),
    await reader.post(`${path}/copy`, { session, from: programme, to: "admitting" }),
    await stranger.get(path),
    await stranger.post(path, item({ name: "Sneaked in" })),
  ];
  expect(tried.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  expect((await person.get(path)).status).toBe(401);
});

test("a head reaches the items of the department's programmes and no others", async () => {
  const { department } = await portal.db
    .selectFrom("programme")
    .select("department")
    .where("_id", "=", programme)
    .executeTakeFirstOrThrow();
  const pages = ["application-fees", "application-fees.change"] as const;
  const head = await staffMember(portal, { pages, scope: "department", department });
  await portal.db
    .insertInto("head_assignment")
    .values({ _id: crypto.randomUUID(), staff: head._id, department, start: "2020-01-01" })
    .execute();
  const { body } = await head.get(`${path}?limit=100`);
  const foreign = await coded(portal, "programme", "NCE-BIO-CHE");
  const [theirs] = await itemsOf(foreign);
  expect(body.total).toBeGreaterThan(0);
  expect(JSON.stringify(body.list)).not.toContain(foreign);
  expect((await head.get(`${path}/${theirs._id}`)).status).toBe(404);
  expect((await head.delete(`${path}/${theirs._id}`)).status).toBe(404);
  expect((await head.post(path, item({ programme: foreign }))).status).toBe(403);
  expect((await head.post(`${path}/service`, { session, programme: foreign, serviceTypeID: "1" })).body.type).toBe(
    "error",
  );
});

test("a file with one bad row names the row and imports nothing; put right, it imports all", async () => {
  const headings = "Session,Programme,Name,Amount,Service type ID,Status";
  const row = (name: string, amount: string) => `2026/2027,NCE Mathematics/Physics,${name},${amount},4430731,Active`;
  const count = async () => (await one.get(`${path}?q=Imported`)).body.total;
  const bad = [headings, row("Imported one", '"₦1,250.50"'), row("Imported two", "free"), row("Imported three", "20")];
  const refused = await importCsv(portal, one, "application_fee_item", bad.join("\n"));
  expect(refused.body).toMatchObject({
    type: "error",
    code: "rows-wrong",
    message: "1 row is wrong, so nothing was imported. Row 3: Amount must be a number such as 12,500.50",
  });
  expect(await count()).toBe(0);
  const checked = await importCsv(portal, one, "application_fee_item", bad.join("\n"), "?check=1");
  expect(checked.body).toMatchObject({
    added: 2,
    wrong: [{ row: 3, sentences: ["Amount must be a number such as 12,500.50"] }],
  });
  const comma = await importCsv(portal, one, "application_fee_item", bad.join("\n").replace("free", '"12500,50"'));
  expect(comma.body).toMatchObject({
    code: "rows-wrong",
    message: expect.stringContaining("Row 3: Amount must be a number such as 12,500.50"),
  });
  const good = bad.join("\n").replace("free", "10");
  expect((await importCsv(portal, one, "application_fee_item", good)).body).toMatchObject({ added: 3 });
  expect(await count()).toBe(3);
  expect((await importCsv(portal, one, "application_fee_item", good)).body).toMatchObject({ added: 0, same: 3 });
});

test("of two bursars who begin a fee with two services at once one is refused; without the constraint both stand", async () => {
  const begin = async (code: string) => {
    const fresh = await coded(portal, "programme", code);
    await portal.db.deleteFrom("application_fee_item").where("programme", "=", fresh).execute();
    const add = (serviceTypeID: string) =>
      one.post(path, item({ programme: fresh, name: `By ${serviceTypeID}`, serviceTypeID }));
    const replies = await Promise.all(["11", "22", "33", "44"].map(add));
    return replies.filter(({ body }) => body.type === "success").length;
  };
  expect(await begin("NCE-ISS-ARB")).toBe(1);
  await withoutConstraint(portal, "application_fee_item", "application_fee_item_one_service");
  expect(await begin("NCE-ISS-HAU")).toBe(4);
});
