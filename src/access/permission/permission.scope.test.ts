import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { departmentNamed, formOf, holdOffice } from "../../../testing/office.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";

const lists = ["departments", "programmes", "staff"] as const;
const seen = [...lists, "departments.change", "programmes.change", "staff.change"] as const;

let portal: TestPortal;
let head: StaffMember;
let dean: StaffMember;
let registrar: StaffMember;
let home: { _id: string; college: string; name: string };
let other: { _id: string; college: string; name: string };
let far: { _id: string; college: string; name: string };
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  home = await departmentNamed(portal, "BIO");
  other = await departmentNamed(portal, "CSC");
  far = await departmentNamed(portal, "HAU");
  const member = (scope: "all" | "college" | "department", department: string) =>
    staffMember(portal, { pages: [...seen], scope, department });
  [head, dean, registrar] = [
    await member("department", home._id),
    await member("college", home._id),
    await member("all", far._id),
  ];
  await staffMember(portal, { department: other._id, lastname: "Nextdoor" });
  await staffMember(portal, { department: far._id, lastname: "Faraway" });
  await holdOffice(portal, head._id, { kind: "head", of: home._id });
  await holdOffice(portal, dean._id, { kind: "dean", of: home.college });
});
afterAll(() => portal.stop());

const nounOf = { departments: "department", programmes: "programme", staff: "staff" } as const;
type List = (typeof lists)[number];
type Row = Record<string, { _id: string; label: string }> & { _id: string; _title: string };

const rowsOf = async (who: StaffMember, list: List): Promise<Row[]> =>
  (await who.get(`/staff/ms_${nounOf[list]}?limit=100`)).body.list;
const departmentOf = (list: List, row: Row) => (list === "departments" ? row._id : row.department?._id);
const inside = (departments: readonly string[]) => (list: List, row: Row) =>
  departments.includes(departmentOf(list, row) ?? "");

test.each([
  ["a head sees the department's rows and no other's", () => head, () => [home._id]],
  ["a dean sees those of all departments of the college", () => dean, () => [home._id, other._id]],
] as const)("%s, in every way that rows are shown", async (_name, person, known) => {
  const who = person();
  const { rows: college } = await portal.app.portal.pool.query<{ _id: string }>(
    "select _id from portal.department where college = $1",
    [home.college],
  );
  const reached = who === head ? [home._id] : college.map(({ _id }) => _id);
  for (const id of known()) expect(reached).toContain(id);
  for (const list of lists) {
    const noun = nounOf[list];
    const all = await rowsOf(registrar, list);
    const own = await rowsOf(who, list);
    expect(own.length, list).toBeGreaterThan(0);
    expect(
      own.filter((row) => !inside(reached)(list, row)),
      list,
    ).toEqual([]);
    const strange = all.find((row) => departmentOf(list, row) === far._id) as Row;
    const mine = own[0] as Row;
    for (const [row, status] of [
      [mine, 200],
      [strange, 404],
    ] as const) {
      expect([list, (await who.get(`/staff/ms_${noun}/${row._id}`)).status]).toEqual([list, status]);
      expect([list, (await who.get(`/staff/ms_${noun}/${row._id}/history`)).status]).toEqual([list, status]);
    }
    expect((await who.put(`/staff/ms_${noun}/${strange._id}`, formOf(strange))).status).toBe(404);
    const choices = (await who.get(`/staff/ms_${noun}/choices?id=${strange._id}`)).body;
    expect([list, choices]).toEqual([list, []]);
    expect((await who.get(`/staff/ms_${noun}/choices?id=${mine._id}`)).body).toHaveLength(1);
    const file: string = (await who.get(`/staff/ms_${noun}/export`)).body;
    expect(file).toContain(
      String(
        list === "staff"
          ? (mine as unknown as { foldernumber: string }).foldernumber
          : (mine as unknown as { code: string }).code,
      ),
    );
    expect(file).not.toContain(String(list === "staff" ? "Faraway" : (strange as unknown as { name: string }).name));
  }
});

test("the palette finds within reach only", async () => {
  const found = async (who: StaffMember, q: string) =>
    (await who.get(`/staff/ms_palette?q=${q}`)).body.map(({ title }: { title: string }) => title).join();
  expect(await found(registrar, "Faraway")).toContain("Faraway");
  expect(await found(head, "Faraway")).toBe("");
  expect(await found(dean, "Nextdoor")).toContain("Nextdoor");
  expect(await found(head, "Nextdoor")).toBe("");
});

test("a head changes within the department, and moves nothing out of it", async () => {
  const [row] = (await rowsOf(head, "staff")).filter(({ _id }) => _id !== head._id);
  const path = `/staff/ms_staff/${row?._id}`;
  const form = formOf((await head.get(path)).body);
  expect((await head.put(path, { ...form, title: "Mallam" })).body.type).toBe("success");
  const moved = await head.put(path, { ...form, department: far._id });
  expect(moved.status).toBe(403);
  expect((await registrar.get(path)).body.department._id).toBe(home._id);
});

test("from the day after the office ends nothing is left of it", async () => {
  await holdOffice(portal, head._id, { kind: "head", of: home._id, endsIn: 0 });
  expect((await rowsOf(head, "departments")).length).toBe(1);
  await holdOffice(portal, head._id, { kind: "head", of: home._id, endsIn: -1 });
  await holdOffice(portal, dean._id, { kind: "dean", of: home.college, endsIn: -1 });
  for (const who of [head, dean])
    for (const list of lists) {
      expect([list, await rowsOf(who, list)]).toEqual([list, []]);
      const id = list === "departments" ? home._id : head._id;
      expect((await who.get(`/staff/ms_${nounOf[list]}/${id}`)).status).toBe(404);
    }
  expect((await head.get("/staff/ms_palette?q=Biology")).body).toEqual([]);
});
