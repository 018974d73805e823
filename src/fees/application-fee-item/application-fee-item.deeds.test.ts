import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { CopiedProgramme } from "#calendar/programme-copy/programme-copy.contract.ts";
import { bursar, coded } from "../../../testing/bursar.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import type { StaffMember } from "../../../testing/staff.ts";

let portal: TestPortal;
let one: StaffMember;
let session: string;
const programme: Record<string, string> = {};
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  one = await bursar(portal, "application-fees");
  session = await coded(portal, "session", "2026");
  for (const code of ["NCE-CRS-ENG", "NCE-MAT-PHY", "NCE-BIO-CHE", "NCE-ISS-ARB", "NCE-ISS-HAU"])
    programme[code] = await coded(portal, "programme", code);
});
afterAll(() => portal.stop());

const path = "/staff/ms_application_fee_item";
const itemsOf = async (code: string) =>
  (await one.get(`${path}?session=${session}&programme=${programme[code]}&limit=100`)).body.list;
const costs = async (code: string) =>
  (await itemsOf(code)).map(({ name, amount, serviceTypeID }: Record<string, unknown>) => [
    name,
    amount,
    serviceTypeID,
  ]);
const move = (code: string, serviceTypeID: string, headers = {}) =>
  one.post(`${path}/service`, { session, programme: programme[code], serviceTypeID }, headers);

test("every item of a programme goes to another service in one deed, and each keeps it in its history", async () => {
  const before = await itemsOf("NCE-ISS-ARB");
  const off = { ...before[0], session, programme: programme["NCE-ISS-ARB"], status: false };
  const { name, amount, serviceTypeID } = off;
  await one.put(`${path}/${off._id}`, {
    session,
    programme: off.programme,
    name,
    amount,
    serviceTypeID,
    status: false,
  });
  const { body } = await move("NCE-ISS-ARB", "5550001");
  expect(body).toMatchObject({ type: "success", count: 3, message: "3 fee items go to service type 5550001 now" });
  const after = await itemsOf("NCE-ISS-ARB");
  expect(after.map((item: { serviceTypeID: string }) => item.serviceTypeID)).toEqual(["5550001", "5550001", "5550001"]);
  expect(after.map((item: { status: boolean }) => item.status).sort()).toEqual([false, true, true]);
  const { body: history } = await one.get(`${path}/${after[1]._id}/history`);
  expect(history[0]).toMatchObject({
    deed: "Changed",
    changes: [{ label: "Service type ID", before: "4430731", after: "5550001" }],
  });
});

test("a programme without items has nothing to move, and a service of wrong form is refused at its field", async () => {
  const last = await coded(portal, "session", "2025");
  const form = { session: last, programme: programme["NCE-CRS-ENG"], serviceTypeID: "1" };
  expect((await one.post(`${path}/service`, form)).body).toMatchObject({
    code: "fee-items-missing",
    errors: { programme: expect.stringContaining("has no fee items in this session") },
  });
  expect((await one.post(`${path}/service`, { ...form, programme: "nonsense" })).body.type).toBe("error");
  expect((await move("NCE-CRS-ENG", "0")).body).toMatchObject({
    code: "form-invalid",
    errors: { serviceTypeID: "Service type ID must be at least 1" },
  });
});

test("every programme of a session goes to another service in one deed, as far as the right reaches", async () => {
  const { body } = await one.post(`${path}/service`, { session, programme: "every", serviceTypeID: "4440001" });
  expect(body).toMatchObject({ type: "success", count: (await one.get(path)).body.total });
  expect((await costs("NCE-BIO-CHE")).map((item: unknown[]) => item[2])).toEqual(Array(4).fill("4440001"));
  await one.post(`${path}/service`, { session, programme: "every", serviceTypeID: "4430731" });
  const last = await coded(portal, "session", "2025");
  const none = await one.post(`${path}/service`, { session: last, programme: "every", serviceTypeID: "4440001" });
  expect(none.body).toMatchObject({
    code: "fee-items-missing",
    errors: { session: expect.stringContaining("No programme has fee items in this session") },
  });
});

test("two bursars who move one programme at once leave it with one service", async () => {
  const sent = ["6660001", "6660002", "6660003", "6660004"].map((service) => move("NCE-ISS-HAU", service));
  const replies = await Promise.all(sent);
  expect(replies.map(({ body }) => body.type)).toEqual(["success", "success", "success", "success"]);
  const services = (await itemsOf("NCE-ISS-HAU")).map((item: { serviceTypeID: string }) => item.serviceTypeID);
  expect(new Set(services).size).toBe(1);
});

test("a copy is told first and done then, programme by programme", async () => {
  await move("NCE-ISS-ARB", "5550001");
  const form = { session, from: programme["NCE-CRS-ENG"], to: [programme["NCE-BIO-CHE"], programme["NCE-ISS-ARB"]] };
  const [biology, arabic] = [await costs("NCE-BIO-CHE"), await costs("NCE-ISS-ARB")];
  const told = await one.post(`${path}/copy`, { ...form, check: true });
  expect(told.body.message).toBe("Nothing has been copied yet");
  const row = (label: string) =>
    told.body.programmes.find(({ programme }: CopiedProgramme) => programme.label.includes(label)) as CopiedProgramme;
  // Biology has a practical test beside the usual items; Arabic stands at another service.
  expect(row("Biology")).toMatchObject({ added: 0, changed: 0, same: 3, others: 1, wrong: null });
  expect(row("Arabic")).toMatchObject({ added: 0, changed: 3, same: 0, others: 0, wrong: null });
  expect([await costs("NCE-BIO-CHE"), await costs("NCE-ISS-ARB")]).toEqual([biology, arabic]);
  const done = await one.post(`${path}/copy`, form);
  expect(done.body).toMatchObject({ type: "success", programmes: told.body.programmes });
  expect(await costs("NCE-ISS-ARB")).toEqual(await costs("NCE-CRS-ENG"));
  const again = await one.post(`${path}/copy`, form);
  expect(again.body.programmes.map(({ same }: CopiedProgramme) => same)).toEqual([3, 3]);
});

test("one programme that cannot take the items keeps all from being copied, and says why", async () => {
  // Its practical test stays at the old service, beside items of the new one.
  await move("NCE-CRS-ENG", "7770001");
  const before = await costs("NCE-MAT-PHY");
  const form = { session, from: programme["NCE-CRS-ENG"], to: [programme["NCE-ISS-ARB"], programme["NCE-BIO-CHE"]] };
  const told = await one.post(`${path}/copy`, { ...form, check: true });
  expect(told.body.programmes.filter(({ wrong }: CopiedProgramme) => wrong)).toMatchObject([
    { wrong: expect.stringContaining("one payment carries one") },
  ]);
  const { body } = await one.post(`${path}/copy`, form);
  expect(body).toMatchObject({
    type: "error",
    code: "rows-wrong",
    message: expect.stringContaining("so nothing was copied. NCE Biology"),
  });
  expect(await costs("NCE-MAT-PHY")).toEqual(before);
  expect((await costs("NCE-ISS-ARB"))[0][2]).toBe("4430731");
  await move("NCE-BIO-CHE", "7770001");
  expect((await one.post(`${path}/copy`, form)).body.type).toBe("success");
});

test("all that take applicants get the items of one, and nothing of another session is touched", async () => {
  await portal.db
    .deleteFrom("application_fee_item")
    .where("programme", "<>", String(programme["NCE-CRS-ENG"]))
    .execute();
  const { body } = await one.post(`${path}/copy`, { session, from: programme["NCE-CRS-ENG"], to: "admitting" });
  expect(body.programmes).toHaveLength(69);
  expect(body.programmes.every(({ added, wrong }: CopiedProgramme) => added === 3 && wrong === null)).toBe(true);
  expect((await one.get(path)).body.total).toBe(210);
});

test.each([
  ["from", { from: "nonsense" }, "has no active fee items"],
  ["to", { to: [] }, "Choose the programmes to copy to"],
  ["to", { to: "everybody" }, "Choose the programmes to copy to"],
  ["to", { to: ["01900000-0000-7000-8000-000000000000"] }, "One of the programmes was not found"],
  ["to", { to: ["self"] }, "Choose at least one other programme"],
  ["session", { session: "" }, "Session is required"],
])("a copy refuses %s in %j", async (field, change, sentence) => {
  const self = programme["NCE-CRS-ENG"];
  const form = { session, from: self, to: "admitting", ...change };
  const { body } = await one.post(`${path}/copy`, {
    ...form,
    to: Array.isArray(form.to) ? form.to.map((to) => (to === "self" ? self : to)) : form.to,
  });
  expect(body.errors[field]).toContain(sentence);
});
