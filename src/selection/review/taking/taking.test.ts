import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { whileTableHeld } from "../../../../testing/held-table.ts";
import { manyApplications } from "../../../../testing/many-applications.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../../testing/staff.ts";
import { granted } from "../../../../testing/walk.ts";
import { withoutRowLock } from "../../../../testing/without-guard.ts";

let portal: TestPortal;
let rakiya: StaffMember;
let musa: StaffMember;
let reader: StaffMember;
let ids: string[];
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  const pages = ["applications", "applications.change"] as const;
  rakiya = await staffMember(portal, { pages, firstname: "Rakiya" });
  musa = await staffMember(portal, { pages, firstname: "Musa", lastname: "Eze" });
  reader = await staffMember(portal, { pages: ["applications"], firstname: "Joy" });
  ids = await manyApplications(portal.app.portal.pool, { count: 20 });
});
afterAll(() => portal.stop());

const path = "/staff/ms_review";
const some = (from: number, count: number) => ({ ids: ids.slice(from, from + count), count });
const file = async (id = "") => (await granted(rakiya.get(`${path}/${id}/file`))).body;
const mine = async (member: StaffMember) => (await granted(member.get(`${path}/desk`))).body.mine;

test("files that somebody takes stand under Mine, and a colleague is told whose they are", async () => {
  const { body } = await granted(rakiya.post(`${path}/take`, some(0, 2)));
  expect(body).toMatchObject({ message: "2 applications are yours now", count: 2 });
  expect([await mine(rakiya), await mine(musa)]).toEqual([2, 0]);
  const { takenby, version, timeline } = await file(ids[0]);
  expect(takenby).toEqual({ _id: rakiya._id, name: "Mrs Rakiya Sani" });
  expect(version, "who has it open is not disturbed").toBe(1);
  expect(timeline[0]).toMatchObject({ what: "Taken", who: "Mrs Rakiya Sani" });
  const refused = await musa.post(`${path}/take`, some(1, 2));
  expect(refused.body.code).toBe("file-taken");
  expect(refused.body.message).toContain("(Mrs Rakiya Sani)");
  expect((await file(ids[2])).takenby, "all or none").toBeNull();
  const found = await granted(musa.get(`${path}?takenby=${rakiya._id}`));
  expect(found.body.total).toBe(2);
});

test("files are shared out evenly, and given back to everybody", async () => {
  await granted(rakiya.post(`${path}/give`, { ...some(4, 5), staff: [rakiya._id, musa._id] }));
  const whose = await Promise.all(ids.slice(4, 9).map(async (id) => (await file(id)).takenby._id));
  expect(whose.filter((one) => one === rakiya._id)).toHaveLength(3);
  expect(whose.filter((one) => one === musa._id)).toHaveLength(2);
  const { body } = await granted(musa.post(`${path}/give`, { ...some(4, 5), staff: [] }));
  expect(body.message).toBe("5 applications are everybody’s again");
  expect((await file(ids[4])).timeline.slice(0, 2)).toMatchObject([
    { what: "Everybody’s again" },
    { what: expect.stringMatching(/^Given to Mrs /) },
  ]);
});

test("nobody gets a file who may not work on it", async () => {
  const refused = await rakiya.post(`${path}/give`, { ...some(10, 1), staff: [reader._id] });
  expect([refused.status, refused.body.errors?.staff]).toEqual([
    200,
    "Choose colleagues who may work on applications, each of them once",
  ]);
  const { rows } = await portal.app.portal.pool.query<{ department: string; programme: string }>(
    `select d._id as department, r.programme from portal.review r
      join portal.programme p on p._id = r.programme
      join portal.department d on d._id <> p.department where r._id = $1 limit 1`,
    [ids[10]],
  );
  const head = await staffMember(portal, {
    pages: ["applications", "applications.change"],
    scope: "department",
    department: rows[0]?.department ?? "",
  });
  const beyond = await rakiya.post(`${path}/give`, { ...some(10, 1), staff: [head._id] });
  expect(beyond.body.errors?.staff).toMatch(/may not work on .+\. Leave it out, or choose somebody else$/);
  expect((await file(ids[10])).takenby).toBeNull();
});

test("whoever begins to check a file that is nobody's has taken it; another's stays another's", async () => {
  await granted(musa.post(`${path}/${ids[11]}/begin`));
  expect((await file(ids[11])).takenby._id).toBe(musa._id);
  await granted(rakiya.post(`${path}/take`, some(12, 1)));
  await granted(musa.post(`${path}/${ids[12]}/begin`));
  expect((await file(ids[12])).takenby._id).toBe(rakiya._id);
});

test("who may work on applications is listed with what each has taken", async () => {
  const { body } = await granted(reader.get(`${path}/checkers`));
  const named = body.map(({ name }: { name: string }) => name);
  expect(named).toContain("Mrs Musa Eze");
  expect(named).not.toContain("Mrs Joy Sani");
  expect(body.find(({ _id }: { _id: string }) => _id === musa._id).open).toBe(await mine(musa));
});

/** Two take one file at the same moment: each waits for the same table, so that neither has seen the other's. */
async function taken(on: TestPortal, members: readonly StaffMember[], id: string): Promise<string[]> {
  const ends = await whileTableHeld(on, "review", members.length, () =>
    Promise.all(members.map((one) => one.post(`${path}/take`, { ids: [id], count: 1 }))),
  );
  return ends.map(({ body }) => body.type).sort();
}

test("of two who take one file at a time one has it", async () => {
  expect(await taken(portal, [rakiya, musa], ids[15] ?? "")).toEqual(["error", "success"]);
});

test("without the lock of its row both would be told that it is theirs", async () => {
  const on = await startPortal(inject("place"));
  try {
    const pages = ["applications", "applications.change"] as const;
    const members = [await staffMember(on, { pages }), await staffMember(on, { pages })];
    const [id = ""] = await manyApplications(on.app.portal.pool, { count: 1 });
    await withoutRowLock(on, "review");
    expect(await taken(on, members, id)).toEqual(["success", "success"]);
  } finally {
    await on.stop();
  }
});
