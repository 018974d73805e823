import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { bursar, coded, importCsv } from "../../../testing/bursar.ts";
import { offered } from "../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import type { StaffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let one: StaffMember;
let session: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  one = await bursar(portal, "acceptance-fees");
  session = await coded(portal, "session", "2026");
});
afterAll(() => portal.stop());

const path = "/staff/ms_acceptance_fee";
const item = (change: object = {}) => ({
  session,
  description: "Medical check",
  amount: 1500,
  serviceID: "4430731",
  status: true,
  ...change,
});
const items = async () => (await one.get(`${path}?session=${session}`)).body.list;

test("an item that a bursar adds is owed by who is offered a place later, and an open reference keeps its amount", async () => {
  const person = await offered(portal);
  const wish = async () =>
    (await granted(person.post("/ms_acceptance_fee_rrr", { application: person.application }))).body;
  const before = (await wish()).details.amount;
  expect((await one.post(path, item())).body.message).toBe("Acceptance fee item added: Medical check");
  const { body } = await person.get("/ms_acceptance_fee");
  expect(body).toContainEqual(expect.objectContaining({ description: "Medical check", amount: 1500 }));
  expect((await wish()).details.amount).toBe(before);
  const [paid] = (await items()).filter(({ description }: { description: string }) => description === "ICT and portal");
  const { body: refused } = await one.delete(`${path}/${paid._id}`);
  expect(refused).toMatchObject({
    type: "error",
    code: "record-in-use",
    message: expect.stringContaining("is in use, so it cannot be deleted"),
  });
  const [unpaid] = (await items()).filter(
    ({ description }: { description: string }) => description === "Medical check",
  );
  expect((await one.delete(`${path}/${unpaid._id}`)).body.type).toBe("success");
});

test.each([
  ["amount", { amount: 0 }, "Amount must be at least 1"],
  ["amount", { amount: -1 }, "Amount must be at least 1"],
  ["serviceID", { serviceID: "0" }, "Service ID must be at least 1"],
  ["serviceID", { serviceID: "four" }, "Service ID must hold digits only, as the payment provider gives it"],
  ["description", { description: "X" }, "Minimum of 2 characters expected"],
  ["description", { description: "Acceptance of the offer" }, "The session has an item of this description already"],
  ["serviceID", { serviceID: "99" }, "The session's other active items have another service ID"],
])("%s is refused in %j", async (field, change, sentence) => {
  expect((await one.post(path, item({ description: "Refused", ...change }))).body.errors[field]).toContain(sentence);
});

test("every item of a session goes to another service in one deed", async () => {
  const { body } = await one.post(`${path}/service`, { session, serviceID: "888" });
  expect(body).toMatchObject({ type: "success", count: (await items()).length });
  expect(new Set((await items()).map(({ serviceID }: { serviceID: string }) => serviceID))).toEqual(new Set(["888"]));
  const none = await one.post(`${path}/service`, { session: await coded(portal, "session", "2025"), serviceID: "888" });
  expect(none.body).toMatchObject({
    code: "fee-items-missing",
    errors: { session: expect.stringContaining("has no acceptance fee items") },
  });
});

test("a file with one bad row names the row and imports nothing", async () => {
  const csv =
    "Session,Description,Amount,Service ID,Status\n2026/2027,Hostel,2000,888,Active\n2026/2027,Sport,0,888,Active\n";
  const { body } = await importCsv(portal, one, "acceptance_fee", csv);
  expect(body).toMatchObject({
    code: "rows-wrong",
    message: "1 row is wrong, so nothing was imported. Row 3: Amount must be at least 1",
  });
  expect(JSON.stringify(await items())).not.toContain("Hostel");
});
