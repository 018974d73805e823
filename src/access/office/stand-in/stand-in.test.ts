import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { headOf } from "../../../../testing/head.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../../testing/staff.ts";
import { granted } from "../../../../testing/walk.ts";

let portal: TestPortal;
let head: StaffMember;
let deputy: StaffMember;
const path = "/staff/ms_head_assignment/stand_in";
const day = (from: number) => new Date(Date.now() + 3_600_000 + from * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  portal = await startPortal(inject("place"));
  head = await headOf(portal, "BIO", ["registrations", "registrations.change"]);
  deputy = await staffMember(portal, { groups: ["Deputies"], firstname: "Danladi" });
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

const name = (more: object = {}) =>
  head.post(path, { staff: deputy._id, start: day(0), end: day(5), reason: "A conference in Jos", ...more });

test("who stands in must hold the right by a group, and is told what to ask for", async () => {
  const { body } = await name();
  expect(body).toMatchObject({ code: "right-missing" });
  expect(body.errors.staff).toMatch(/Danladi Sani could decide nothing.*group Heads of department/);
  await sql`update portal.user_group set scope = 'department' where name = 'Deputies'`.execute(portal.db);
  await sql`insert into portal.group_permission (_id, "group", page) select gen_random_uuid(), g._id, p._id
    from portal.user_group g, portal.page p where g.name = 'Deputies' and p.key in ('registrations', 'registrations.change')`.execute(
    portal.db,
  );
  expect((await deputy.get("/staff/ms_registration/inbox")).status).toBe(200);
});

test("a head names who stands in beside him, for days, once; both get a mail, and it ends early", async () => {
  expect((await name({ staff: head._id })).body).toMatchObject({ code: "own-rights" });
  expect((await name({ start: day(-1) })).body).toMatchObject({ code: "day-over-already" });
  const { _id } = (await granted(name())).body;
  expect((await name({ start: day(3), end: day(9) })).body).toMatchObject({ code: "office-is-held" });
  for (const { emailaddress } of [head, deputy])
    expect((await portal.letters(emailaddress, 1, /stands in for the head/))[0]?.text).toMatch(/A conference in Jos/);
  const { heads, list } = (await deputy.get(path)).body;
  expect([heads, list]).toEqual([[], [expect.objectContaining({ _id, begun: true, own: false, end: day(5) })]]);
  expect((await deputy.put(`${path}/${_id}/end`, { reason: "No" })).status).toBe(404);
  expect((await deputy.post(path, { staff: head._id, start: day(0), end: day(1), reason: "No" })).body).toMatchObject({
    code: "not-the-head",
  });
  expect((await head.get(path)).body.list[0]).toMatchObject({ own: true });
  await granted(head.put(`${path}/${_id}/end`, { reason: "Back already" }));
  expect((await deputy.get(path)).body.list).toEqual([]);
});

test("of two who are named at once for the same days one stands in", async () => {
  const replies = await Promise.all([name(), name(), name()]);
  expect(replies.filter(({ body }) => body.type === "success")).toHaveLength(1);
});

test("who stands in does so until a day, of ninety at most, whoever names", async () => {
  expect((await name({ end: undefined })).body.errors).toHaveProperty("end");
  expect((await name({ start: day(100), end: day(190) })).body.errors.end).toContain("at most 90 days");
  await granted(name({ start: day(100), end: day(189) }));
  const registry = await staffMember(portal, { pages: ["heads", "heads.change", "staff", "departments"] });
  const { department } = await portal.db
    .selectFrom("head_assignment")
    .select("department")
    .where("staff", "=", head._id)
    .executeTakeFirstOrThrow();
  const acting = { staff: deputy._id, department, start: day(300), acting: true };
  const { body } = await registry.post("/staff/ms_head_assignment", acting);
  expect(body.errors.end).toBe("Last day is required of an acting head: say until when");
  await granted(registry.post("/staff/ms_head_assignment", { ...acting, end: day(600) }));
});

test("a head of two departments says for which of them", async () => {
  const { db } = portal;
  const { _id: other } = await db
    .selectFrom("department")
    .select("_id")
    .where("code", "<>", "BIO")
    .limit(1)
    .executeTakeFirstOrThrow();
  await db.deleteFrom("head_assignment").where("department", "=", other).execute();
  await sql`insert into portal.head_assignment (_id, staff, department, start)
    values (gen_random_uuid(), ${head._id}, ${other}, '2020-01-01')`.execute(db);
  const { heads } = (await head.get(path)).body;
  expect(heads).toHaveLength(2);
  const days = { start: day(20), end: day(25) };
  expect((await name(days)).body.errors).toHaveProperty("department");
  await granted(name({ ...days, department: other }));
  const { list } = (await head.get(path)).body;
  const named = heads.find(({ _id }: { _id: string }) => _id === other);
  expect(list).toContainEqual(expect.objectContaining({ department: named.name, end: day(25) }));
});
