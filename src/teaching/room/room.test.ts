import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { importCsv } from "../../../testing/bursar.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { timetableDesk } from "../../../testing/timetable.ts";

let portal: TestPortal;
let desk: Awaited<ReturnType<typeof timetableDesk>>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await timetableDesk(portal);
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

const path = "/staff/ms_room";
const hall = { code: "lt  1", name: "Lecture Theatre 1", capacity: 300, status: true };

test("a room has one code however it is typed, and seats fewer in an examination", async () => {
  const { body } = await desk.officer.post(path, { ...hall, examcapacity: 150 });
  expect((await desk.officer.get(`${path}/${body._id}`)).body).toMatchObject({ code: "LT 1", examcapacity: 150 });
  expect((await desk.officer.post(path, { ...hall, code: "LT 1" })).body.code).toBe("value-taken");
});

test("more seats in an examination than seats are refused at the field", async () => {
  const { status, body } = await desk.officer.post(path, { ...hall, code: "LT 2", examcapacity: 301 });
  expect([status, body.errors.examcapacity]).toEqual([500, "Seats in an examination cannot be more than seats"]);
});

test("a file brings rooms", async () => {
  const head = "Code,Name,Seats,Seats in an examination,Status";
  const { body } = await importCsv(portal, desk.officer, "room", [head, "LT 9,Theatre 9,200,,Active"].join("\n"));
  expect(body).toMatchObject({ type: "success", added: 1 });
});

test("a room with classes is not deleted, and the sentence says what to do", async () => {
  const [room, course] = [await desk.room(), await desk.course("RMS 101")];
  await desk.meet(course, room);
  const { body } = await desk.officer.delete(`${path}/${room}`, { delete: "Delete" });
  expect(body).toMatchObject({ type: "error", code: "record-in-use" });
  expect(body.message).toContain("Make it Inactive");
});
