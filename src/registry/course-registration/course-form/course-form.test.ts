import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { headOver } from "../../../../testing/head.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { openRegistration } from "../../../../testing/registration.ts";
import type { StaffMember } from "../../../../testing/staff.ts";
import { granted } from "../../../../testing/walk.ts";

let portal: TestPortal;
let term: Awaited<ReturnType<typeof openRegistration>>;
let head: StaffMember;
const path = "/staff/ms_registration";

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

test("what was approved is printed and proved, while a change waits and when it is returned", async () => {
  const me = await term.student();
  const form = async () => (await me.get("/student/course_form")).body;
  const ownOf = async () => (await me.get("/student/registration")).body.registration;
  const decide = async (deed: string, more: object = {}) => {
    const { _id, version } = await ownOf();
    return granted(head.put(`${path}/${deed}`, { rows: [{ _id, version }], ...more }));
  };
  await granted(term.send(me, ["CRS 111", "ENG 111"]));
  expect((await form()).code).toBe("registration-not-approved");
  await decide("approve");
  const whole = await form();
  expect(whole).toMatchObject({ units: 4, more: 0, decidedby: expect.any(String) });
  const proof = async () => (await me.get(`/genuine/${new URL(whole.genuine).pathname.split("/").at(-1)}`)).body;
  await granted(term.send(me, ["CRS 111", "ENG 111", "CRS 112"], { version: (await ownOf()).version }));
  for (const state of ["Waiting", "Returned"]) {
    if (state === "Returned") await decide("return", { reason: "Too late for this one" });
    expect((await ownOf()).state).toBe(state);
    const { lines, ...said } = await form();
    expect(lines.map(({ code }: { code: string }) => code)).toEqual(["CRS 111", "ENG 111"]);
    expect(said).toMatchObject({ units: 4, more: 1, decidedby: null, decidedAt: expect.any(String) });
    expect(await proof()).toMatchObject({ valid: true, status: "First semester: CRS 111, ENG 111, 4 units" });
    const { _id } = await ownOf();
    expect((await head.get(`${path}/${_id}/form`)).body).toMatchObject({ units: 4 });
  }
});

test("a registration of which the office dropped the last course is not said to be sent back", async () => {
  const me = await term.student();
  await granted(term.send(me, ["CRS 111", "ENG 111"]));
  const { _id } = (await me.get("/student/registration")).body.registration;
  await granted(head.put(`${path}/approve`, { rows: [{ _id, version: 1 }] }));
  const offered = (status: boolean) =>
    portal.db.updateTable("course").set({ status }).where("code", "in", ["CRS 111", "ENG 111"]).execute();
  await offered(false);
  await granted(head.put(`${path}/${_id}/drop-withdrawn`, { version: 2 }));
  await offered(true);
  for (const read of [await me.get("/student/course_form"), await head.get(`${path}/${_id}/form`)])
    expect(read.body).toMatchObject({
      code: "every-course-dropped",
      message: expect.stringMatching(/^Every course of the registration was dropped.*Ask the head of department/),
    });
});
