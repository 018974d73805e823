import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { bursar, coded } from "../../../testing/bursar.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import type { StaffMember } from "../../../testing/staff.ts";

let portal: TestPortal;
let one: StaffMember;
let session: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  one = await bursar(portal, "fee-schedule", "other-services");
  session = await coded(portal, "session", "2026");
  await portal.db.deleteFrom("schedule_of_fee_item").execute();
});
afterAll(() => portal.stop());

const path = "/staff/ms_schedule_of_fee_item";
const line = (change: object = {}) => ({
  session,
  label: "Tuition",
  amount: 25_000,
  place: 1,
  status: true,
  ...change,
});

test("the printed schedule states the active lines in their order, and their sum", async () => {
  for (const change of [
    { label: "Hostel", amount: 15_000.5, place: 3 },
    { label: "Tuition" },
    { label: "Sport", amount: 2, place: 2 },
    { label: "Withdrawn", status: false },
  ])
    expect((await one.post(path, line(change))).body.type).toBe("success");
  const { body } = await one.get(`${path}/schedule`);
  expect(body.session).toMatchObject({ code: "2026", name: "2026/2027" });
  expect(body.lines.map(({ label, amount }: { label: string; amount: number }) => [label, amount])).toEqual([
    ["Tuition", 25_000],
    ["Sport", 2],
    ["Hostel", 15_000.5],
  ]);
  expect(body.total).toBe(40_002.5);
  const list = (await one.get(path)).body.list.map(({ label }: { label: string }) => label);
  expect(list.at(-1)).toBe("Hostel");
});

test.each([
  ["amount", { amount: 1.99 }, "Amount must be at least 2"],
  ["amount", { amount: "NaN" }, "Amount must be a number such as 12,500.50"],
  ["place", { place: 0 }, "Place in the list must be a whole number from 1 to 999"],
  ["place", { place: 1.5 }, "Place in the list must be a whole number"],
  ["label", { label: "Tuition" }, "The schedule of this session has this line already"],
])("a line refuses %s in %j", async (field, change, sentence) => {
  expect((await one.post(path, line({ label: "Refused", ...change }))).body.errors[field]).toBe(sentence);
});

test("the schedule of a session that is not there is not found, and one without lines is empty", async () => {
  expect((await one.get(`${path}/schedule?session=nonsense`)).status).toBe(404);
  const last = await coded(portal, "session", "2025");
  expect((await one.get(`${path}/schedule?session=${last}`)).body).toMatchObject({ lines: [], total: 0 });
});

test("a service on demand is added once by its label, with all that the specification asks", async () => {
  await portal.db.deleteFrom("other_service").execute();
  const services = "/staff/ms_other_service";
  const transcript = {
    label: "Transcript",
    description: "A record of results",
    serviceid: "31",
    amount: 5000,
    status: true,
  };
  expect((await one.post(services, transcript)).body.message).toBe("Other service added: Transcript");
  expect((await one.post(services, transcript)).body).toMatchObject({
    code: "value-taken",
    errors: { label: "Another service has this label already" },
  });
  expect((await one.post(services, {})).body.errors).toEqual({
    label: "Label is required",
    description: "Description is required",
    serviceid: "Service ID is required",
    amount: "Amount is required",
    status: "Status is required",
  });
  expect((await one.get(`${services}?q=results`)).body.total).toBe(1);
});
