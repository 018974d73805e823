import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { headOf } from "../../../testing/head.ts";
import { departmentNamed, formOf, holdOffice } from "../../../testing/office.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let home: { _id: string; college: string };
let far: { _id: string; college: string };
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  [home, far] = [await departmentNamed(portal, "BIO"), await departmentNamed(portal, "HAU")];
});
afterAll(() => portal.stop());

test("a head looks at the own college, and changes nothing of it", async () => {
  const pages = ["colleges", "colleges.change", "deans", "deans.change"] as const;
  const head = await headOf(portal, "BIO", pages);
  const { list } = (await head.get("/staff/ms_college")).body;
  expect(list.map(({ _id }: { _id: string }) => _id)).toEqual([home.college]);
  const path = `/staff/ms_college/${home.college}`;
  const form = formOf((await head.get(path)).body);
  expect(await head.put(path, { ...form, name: "Mine" })).toMatchObject({
    status: 403,
    body: { code: "beyond-reach" },
  });
  expect((await head.delete(path, { delete: "Delete" })).status).toBe(403);
  const chosen = { ids: [home.college], count: 1, status: false };
  expect((await head.post("/staff/ms_college/bulk", chosen)).status).toBe(409);
  expect((await head.get(path)).body).toMatchObject({ status: true, version: 1 });
  const friend = await staffMember(portal);
  const office = { staff: friend._id, college: home.college, start: "2030-01-01", end: "2030-03-31", acting: true };
  expect((await head.post("/staff/ms_dean_assignment", office)).status).toBe(403);
});

test("a department has one head at a time, and a college one dean", async () => {
  const registry = await staffMember(portal, { pages: ["heads", "heads.change", "deans", "deans.change"] });
  const [first, second] = [await staffMember(portal), await staffMember(portal)];
  const offices = [
    ["head", { department: far._id }],
    ["dean", { college: far.college }],
  ] as const;
  for (const [office, unit] of offices) {
    const path = `/staff/ms_${office}_assignment`;
    const appoint = (staff: string, start: string) => registry.post(path, { staff, ...unit, start, acting: false });
    const { _id } = (await granted(appoint(first._id, "2037-01-01"))).body;
    expect((await appoint(second._id, "2037-03-01")).body.errors.start).toContain("on some of these days already");
    const ended = { staff: first._id, ...unit, start: "2037-01-01", end: "2037-02-28", acting: false };
    await granted(registry.put(`${path}/${_id}`, ended));
    await granted(appoint(second._id, "2037-03-01"));
  }
});

test("a dean changes the own college and adds departments to it, and moves none out; deans are not a dean's to make", async () => {
  const dean = await staffMember(portal, {
    pages: ["colleges", "colleges.change", "departments", "departments.change", "deans", "deans.change"],
    scope: "college",
  });
  await holdOffice(portal, dean._id, { kind: "dean", of: home.college });
  const path = `/staff/ms_college/${home.college}`;
  const college = formOf((await dean.get(path)).body);
  expect((await dean.put(path, { ...college, name: "School of the Sciences" })).body.type).toBe("success");
  const unit = { code: "AST", name: "Astronomy", status: true, isacademic: true };
  const added = await dean.post("/staff/ms_department", { ...unit, college: home.college });
  expect(added.body).toMatchObject({ type: "success" });
  expect((await dean.post("/staff/ms_department", { ...unit, code: "AS2", college: far.college })).status).toBe(403);
  const moved = await dean.put(`/staff/ms_department/${added.body._id}`, { ...unit, college: far.college });
  expect(moved.body).toMatchObject({
    code: "whole-college-only",
    errors: { college: "College: only a right to the whole college changes it. Ask the registry" },
  });
  const renamed = { ...unit, name: "Astronomy and Space", college: home.college };
  expect((await dean.put(`/staff/ms_department/${added.body._id}`, renamed)).body.type).toBe("success");
  const [mine] = (await dean.get("/staff/ms_dean_assignment")).body.list;
  expect(mine.staff._id).toBe(dean._id);
  expect((await dean.put(`/staff/ms_dean_assignment/${mine._id}`, formOf(mine))).status).toBe(403);
  const friend = await staffMember(portal);
  const office = { staff: friend._id, college: home.college, start: "2030-01-01", end: "2030-03-31", acting: true };
  expect((await dean.post("/staff/ms_dean_assignment", office)).status).toBe(403);
  const registry = await staffMember(portal, { pages: ["deans", "deans.change"] });
  expect((await registry.post("/staff/ms_dean_assignment", office)).body).toMatchObject({
    code: "office-is-held",
    errors: { start: expect.stringContaining("has a dean on some of these days already") },
  });
});
