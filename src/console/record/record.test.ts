import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { sumOfRows } from "../../../testing/database.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let who: StaffMember;
let other: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  const pages = ["colleges", "colleges.change", "departments", "departments.change"] as const;
  who = await staffMember(portal, { pages, firstname: "Amina" });
  other = await staffMember(portal, { pages, firstname: "Bola" });
});
afterAll(() => portal.stop());

const path = "/staff/ms_college";
let made = 0;
const form = (changes: Record<string, unknown> = {}) => {
  made += 1;
  return { code: `N${made}`, name: `New unit ${made}`, status: true, isacademic: false, ...changes };
};
const add = async (changes = {}) => (await granted(who.post(path, form(changes)))).body._id as string;

test("a record is added, read, changed, and its history says who changed what", async () => {
  const sent = form();
  const { _id } = (await granted(who.post(path, sent))).body;
  expect((await who.get(`${path}/${_id}`)).body).toMatchObject({
    ...sent,
    version: 1,
    _title: `${sent.code} ${sent.name}`,
  });
  const changed = await other.put(`${path}/${_id}`, { ...sent, status: false });
  expect(changed.body).toMatchObject({ type: "success", version: 2 });
  const { body: history } = await who.get(`${path}/${_id}/history`);
  expect(history).toMatchObject([
    { who: "Mrs Bola Sani", deed: "Changed", changes: [{ label: "Status", before: "Active", after: "Inactive" }] },
    { who: "Mrs Amina Sani", deed: "Added" },
  ]);
});

test("two people editing one record: the second hears of the first, and what is saved stays", async () => {
  const _id = await add();
  const { body: seen } = await who.get(`${path}/${_id}`);
  const { code, status, isacademic } = seen;
  const version = { "if-match": `"${seen.version}"` };
  const [one, two] = await Promise.all([
    who.put(`${path}/${_id}`, { code, status, isacademic, name: "Of the first" }, version),
    other.put(`${path}/${_id}`, { code, status, isacademic, name: "Of the second" }, version),
  ]);
  expect([one.status, two.status].sort()).toEqual([200, 409]);
  const winner = one.status === 200 ? "Of the first" : "Of the second";
  expect((await who.get(`${path}/${_id}`)).body).toMatchObject({ name: winner, version: 2 });
});

describe("bad input", () => {
  test("is said field by field", async () => {
    const { status, body } = await who.post(path, { code: "X", name: "", status: "yes", colour: "red" });
    expect([status, body.code, body.errors]).toEqual([
      500,
      "form-invalid",
      {
        code: "Minimum of 2 characters expected",
        name: "Name is required",
        status: "Status is required",
        isacademic: "Academic is required",
        colour: "The field colour is not known",
      },
    ]);
  });

  test("a code or name that stands already is refused at its field", async () => {
    expect((await who.post(path, form({ code: "SSCI" }))).body).toMatchObject({
      type: "error",
      code: "value-taken",
      errors: { code: "Another college has this code already" },
    });
  });

  test("a reference to nothing is refused at its field", async () => {
    const department = { code: "ZZ", name: "Nowhere", status: true, isacademic: true };
    for (const college of ["01900000-0000-7000-8000-000000000000", "x"]) {
      const { body } = await who.post("/staff/ms_department", { ...department, college });
      expect([body.code, body.errors]).toEqual([
        "choice-not-found",
        { college: "College was not found. Choose it from the list" },
      ]);
    }
  });
});

test("what is in use is kept, and the sentence says what to do instead; what is not is deleted", async () => {
  const { body: list } = await who.get(`${path}?q=ssci`);
  const [used] = list.list;
  expect((await who.delete(`${path}/${used._id}`, { delete: "Delete" })).body).toEqual({
    type: "error",
    code: "record-in-use",
    message: `${used._title} is in use, so it cannot be deleted. Deactivate it instead: it stays where it is used and can be chosen no more`,
  });
  const _id = await add();
  expect((await who.delete(`${path}/${_id}`, { delete: "delete" })).body.errors).toEqual({
    delete: "Delete is the expected value",
  });
  expect((await who.delete(`${path}/${_id}`, { delete: "Delete" })).body.type).toBe("success");
  expect((await who.get(`${path}/${_id}`)).status).toBe(404);
});

describe("a switch of many", () => {
  test("switches all that a list finds, and each one's history says so", async () => {
    const ids = await Promise.all([add({ name: "Bulk one" }), add({ name: "Bulk two" }), add({ name: "Bulk three" })]);
    const { body } = await who.post(`${path}/bulk`, { status: false, query: "q=bulk", count: 3 });
    expect(body).toMatchObject({ type: "success", count: 3, message: "3 colleges are inactive now" });
    expect((await who.get(`${path}?q=bulk&status=false`)).body.total).toBe(3);
    expect((await who.get(`${path}/${ids[0]}/history`)).body[0]).toMatchObject({
      deed: "Changed with others",
      changes: [{ label: "Status", before: "Active", after: "Inactive" }],
    });
  });

  test("of one row says so", async () => {
    const ids = [await add()];
    const { body } = await who.post(`${path}/bulk`, { status: false, ids, count: 1 });
    expect(body.message).toBe("1 college is inactive now");
  });

  test("is no call of records that are changed one by one", async () => {
    const calls = portal.app.calls.map(({ url }) => url).filter((url) => url.endsWith("/bulk"));
    expect(calls).toContain(`/api${path}/bulk`);
    for (const noun of ["session", "staff", "page", "registration_window", "dean_assignment", "user_group", "intake"])
      expect(calls).not.toContain(`/api/staff/ms_${noun}/bulk`);
  });

  test("does nothing when other rows fit than the person saw", async () => {
    await add({ name: "Late one" });
    const before = await sumOfRows(portal.db);
    const { status, body } = await who.post(`${path}/bulk`, { status: false, query: "q=late", count: 2 });
    expect([status, body.code, body.message]).toEqual([
      409,
      "rows-changed",
      "1 rows fit this list now, not 2, so nothing was changed. Look at the list again",
    ]);
    expect(await sumOfRows(portal.db)).toEqual(before);
  });

  // Reliability H175.
  test("does nothing when one of its rows is not there", async () => {
    const ids = [await add(), await add(), "01900000-0000-7000-8000-000000000000"];
    const before = await sumOfRows(portal.db);
    const { status, body } = await who.post(`${path}/bulk`, { status: false, ids, count: 3 });
    expect([status, body.code, body.message]).toEqual([
      409,
      "rows-changed",
      "1 of the 3 chosen rows is not there any more, so nothing was changed. Look at the list again",
    ]);
    expect(await sumOfRows(portal.db)).toEqual(before);
  });
});

test("the same key twice adds one record", async () => {
  const sent = form();
  const key = { "idempotency-key": "a-key-of-this-test" };
  const [one, two] = await Promise.all([who.post(path, sent, key), who.post(path, sent, key)]);
  expect(one.body).toEqual(two.body);
  expect((await who.get(`${path}?q=${encodeURIComponent(sent.name)}`)).body.total).toBe(1);
});
