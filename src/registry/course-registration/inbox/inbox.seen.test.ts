import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { lagosToday } from "#kit/value/dates.rules.ts";
import { headOver } from "../../../../testing/head.ts";
import { tableHeldFor } from "../../../../testing/held-table.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { openRegistration } from "../../../../testing/registration.ts";
import { type StaffMember, staffMember } from "../../../../testing/staff.ts";
import type { Student } from "../../../../testing/student.ts";
import { untilWaiting } from "../../../../testing/waiting.ts";
import { granted } from "../../../../testing/walk.ts";

let portal: TestPortal;
let term: Awaited<ReturnType<typeof openRegistration>>;
let head: StaffMember;
const path = "/staff/ms_registration";
const two = ["CRS 111", "ENG 111"];

beforeAll(async () => {
  portal = await startPortal(inject("place"));
  term = await openRegistration(portal);
  await term.opens({ hodapproval: true });
  head = await headOver(portal, "programme", term.usual.programme);
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

const ownOf = async (me: Student) => (await me.get("/student/registration")).body.registration;

/** A student whose courses wait, as the head has them on the screen. */
async function waiting(level = 100) {
  const me = await term.student(level);
  await granted(term.send(me, two));
  const { _id, version } = await ownOf(me);
  return { me, _id, row: { _id, version } };
}
const swaps = async (me: Student) =>
  granted(term.send(me, ["CRS 111", "CRS 112"], { version: (await ownOf(me)).version }));
const stateOf = async (me: Student) => (await ownOf(me)).state;
const lookNow = async (query = "") => (await granted(head.get(`${path}/inbox${query}`))).body;
const decide = (deed: "approve" | "return", body: object) =>
  head.put(`${path}/${deed}`, deed === "return" ? { ...body, reason: "Come and see me" } : body);

test.each(["approve", "return"] as const)(
  "what its student changes after it was seen is not touched by %s, and is named",
  async (deed) => {
    const [seen, changed] = [await waiting(), await waiting()];
    const { list } = (await head.get(`${path}?state=Waiting`)).body;
    const rowOf = ({ _id }: { _id: string }) => {
      const { version } = list.find((row: { _id: string }) => row._id === _id);
      return { _id, version };
    };
    await swaps(changed.me);
    const alone = await decide(deed, { rows: [rowOf(changed)] });
    expect([alone.status, alone.body.code]).toEqual([409, "changed-meanwhile"]);
    expect(alone.body.message).toContain(changed.me.matric);
    const { body } = await granted(decide(deed, { rows: [rowOf(seen), rowOf(changed)] }));
    expect(body).toMatchObject({ [deed === "approve" ? "approved" : "returned"]: 1, left: 0, changed: 1 });
    expect(body.message).toMatch(new RegExp(`^1 registration ${deed}.*${changed.me.matric}.*it stays`));
    expect([await stateOf(seen.me), await stateOf(changed.me)]).toEqual([
      deed === "approve" ? "Registered" : "Returned",
      "Waiting",
    ]);
    await granted(decide("approve", { rows: [{ _id: changed._id, version: (await ownOf(changed.me)).version }] }));
  },
);

test("a list carries the version of what it shows", async () => {
  const { me, _id } = await waiting();
  await swaps(me);
  expect((await head.get(`${path}/${_id}`)).body.version).toBe(2);
  await granted(decide("approve", { rows: [{ _id, version: 2 }] }));
});

test("the one key approves what was clear when it was looked at; who comes meanwhile waits for the next", async () => {
  const [first, second, changed] = [await waiting(), await waiting(), await waiting()];
  const { look, clear } = await lookNow();
  expect(clear).toBe(3);
  const newcomer = await waiting();
  await swaps(changed.me);
  const query = "state=Waiting&verdict=Clear";
  const { body } = await granted(decide("approve", { query, look }));
  expect(body).toMatchObject({ approved: 2, left: 0, changed: 2 });
  expect(body.message).toMatch(/^2 registrations approved\. .*changed or sent since you looked, so they stay/);
  for (const { me } of [first, second]) expect(await stateOf(me)).toBe("Registered");
  for (const { me } of [newcomer, changed]) expect(await stateOf(me)).toBe("Waiting");
  expect((await decide("approve", { query, look })).body.code).toBe("changed-meanwhile");
  expect((await granted(decide("approve", { query, look: (await lookNow()).look }))).body).toMatchObject({
    approved: 2,
  });
});

test.each(["approve", "return"] as const)(
  "what its student was sending while the list was looked at was not seen, and stays with %s",
  async (deed) => {
    const [seen, changing] = [await waiting(), await waiting()];
    const newcomer = await term.student();
    const { look, sent } = await tableHeldFor(portal, "course_registration_line", async () => {
      const sent = Promise.all([swaps(changing.me), granted(term.send(newcomer, two))]);
      await untilWaiting(portal, 2);
      const { look, clear } = await lookNow();
      expect(clear).toBe(2);
      return { look, sent };
    });
    await sent;
    const { body } = await granted(decide(deed, { query: "state=Waiting", look }));
    expect(body).toMatchObject({ [deed === "approve" ? "approved" : "returned"]: 1, left: 0, changed: 2 });
    expect([await stateOf(seen.me), await stateOf(changing.me), await stateOf(newcomer)]).toEqual([
      deed === "approve" ? "Registered" : "Returned",
      "Waiting",
      "Waiting",
    ]);
    await granted(decide("approve", { query: "state=Waiting", look: (await lookNow()).look }));
  },
);

test("a look that nobody was answered is refused in a sentence", async () => {
  for (const look of ["2026-02-31T00:00:00Z", "9:1", "1:1:x", `1:1:${"9".repeat(30)}`])
    expect((await decide("approve", { query: "state=Waiting", look })).body.errors).toEqual({
      look: "Look must be sent as it was answered",
    });
});

test("the key and what is said beside it keep to what the list is narrowed to", async () => {
  const one = await waiting();
  const other = await waiting();
  await portal.db.updateTable("course_registration").set({ level: 200 }).where("_id", "=", other._id).execute();
  const narrowed = await lookNow("?level=200");
  expect(narrowed).toMatchObject({ waiting: 1, clear: 1 });
  expect(await lookNow()).toMatchObject({ waiting: 2, clear: 2 });
  const query = "state=Waiting&verdict=Clear&level=200";
  expect((await granted(decide("approve", { query, look: narrowed.look }))).body).toMatchObject({ approved: 1 });
  expect([await stateOf(one.me), await stateOf(other.me)]).toEqual(["Waiting", "Registered"]);
  await portal.db.updateTable("course_registration").set({ level: 100 }).where("_id", "=", other._id).execute();
  await granted(decide("approve", { rows: [one.row] }));
});

test("a deed that names neither rows nor when it was looked at is refused", async () => {
  for (const body of [{}, { query: "state=Waiting" }, { look: "1:1:" }])
    expect((await decide("approve", body)).status).toBe(500);
});

test("what waits is counted in days since its student first sent it, and a change while it waits begins no new wait", async () => {
  const { me, _id, row } = await waiting();
  const { db } = portal;
  await sql`update portal.course_registration set "arrivedAt" = "arrivedAt" - interval '4 days' where _id = ${_id}`.execute(
    db,
  );
  const waited = async () => (await head.get(`${path}/${_id}`)).body.waited;
  expect(await waited()).toBe(4);
  expect((await lookNow()).departments).toMatchObject([{ oldest: 4 }]);
  await swaps(me);
  expect([await waited(), (await lookNow()).departments[0].oldest]).toEqual([4, 4]);
  await granted(decide("return", { rows: [{ ...row, version: 2 }] }));
  expect(await waited()).toBeNull();
  await granted(term.send(me, two, { version: 3 }));
  expect(await waited()).toBe(0);
  await granted(decide("approve", { rows: [{ _id, version: 4 }] }));
});

test("who stands in for the head decides until the last day, and not a day longer", async () => {
  const { db } = portal;
  const deputy = await staffMember(portal, { groups: ["Deputies"] });
  await sql`update portal.user_group set scope = 'department' where name = 'Deputies'`.execute(db);
  await sql`insert into portal.group_permission (_id, "group", page) select gen_random_uuid(), g._id, p._id
    from portal.user_group g, portal.page p where g.name = 'Deputies' and p.key in ('registrations', 'registrations.change')`.execute(
    db,
  );
  const [first, second] = [await waiting(), await waiting()];
  const approves = (row: object) => deputy.put(`${path}/approve`, { rows: [row] });
  expect((await approves(first.row)).body.code).toBe("rows-changed");
  const named = { staff: deputy._id, start: lagosToday(), end: lagosToday(), reason: "A conference in Jos" };
  await granted(head.post("/staff/ms_head_assignment/stand_in", named));
  expect((await granted(approves(first.row))).body).toMatchObject({ approved: 1 });
  expect(await stateOf(first.me)).toBe("Registered");
  await sql`update portal.head_assignment set start = start - 1, "end" = "end" - 1 where staff = ${deputy._id}`.execute(
    db,
  );
  expect((await approves(second.row)).body.code).toBe("rows-changed");
  expect((await deputy.get(`${path}?state=Waiting`)).body.list).toEqual([]);
  await granted(decide("approve", { rows: [second.row] }));
});

test("what a list finds beyond what one deed does is counted, and said", async () => {
  const { programme, session } = term.usual;
  await sql`with many as (insert into portal.student (_id, matric, firstname, lastname, emailaddress, phonenumber, level, entrylevel, semester, session, programme)
      select gen_random_uuid(), 'MNY/' || n, 'Amina', 'Many', 'many' || n || '@example.com', '2348041' || lpad(n::text, 6, '0'), 300, 100, 1,
        ${session}::uuid, ${programme}::uuid from generate_series(1, 10002) n returning _id),
    known as (insert into portal.audit (_id, actorkind, deed, subject)
      select gen_random_uuid(), 'system', 'student.create', 'student:' || _id from many)
    insert into portal.course_registration (_id, student, session, semester, programme, level, state, units, hodapproval, "arrivedAt",
      reason, decidedby, "decidedAt")
    select gen_random_uuid(), _id, ${session}::uuid, 1, ${programme}::uuid, 300, 'Returned', 0, true, now(), 'Come and see me',
      ${head._id}::uuid, now() from many`.execute(portal.db);
  const { body } = await decide("approve", { query: "level=300", look: (await lookNow()).look });
  expect(body).toMatchObject({
    code: "nothing-clear",
    message: expect.stringMatching(/At most 10,000 are done at once, and 2 more stand in the list: narrow it/),
  });
});
