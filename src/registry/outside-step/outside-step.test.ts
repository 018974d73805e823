import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { Person } from "../../../testing/applicant.ts";
import { coded } from "../../../testing/bursar.ts";
import { applicantWith, claimOf, importJambRows } from "../../../testing/jamb-claim.ts";
import { sendJambFile } from "../../../testing/jamb-file.ts";
import { offered } from "../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";
import { lookForNeedsRound } from "./need/need.look.server.ts";

let portal: TestPortal;
let officer: StaffMember;
let session: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  const pages = ["jamb-lists", "jamb-lists.change", "outside-steps", "outside-steps.change"] as const;
  officer = await staffMember(portal, { pages });
  session = await coded(portal, "session", "2026");
});
afterAll(() => portal.stop());

const number = (nth: number) => `20263333${String(nth).padStart(4, "0")}AB`;
const companion = async (person: Person) => (await granted(person.get("/ms_outside_step"))).body;
const step = async (person: Person, name: string) =>
  (await companion(person)).steps.find((one: { step: string }) => one.step === name);
const capsReturn = (...rows: string[]) =>
  granted(sendJambFile(portal, officer, { kind: "caps", session, file: ["RG_NUM,STATUS", ...rows].join("\n") }));

test("the college sets the days of a step, and a step that is due and over is told as late", async () => {
  const person = await applicantWith(portal, number(1));
  expect(await step(person, "O-Level results on CAPS")).toMatchObject({
    state: "To do",
    opens: null,
    closes: null,
    late: false,
  });
  const days = {
    step: "O-Level results on CAPS",
    opens: "2026-01-01",
    closes: "2026-01-31",
    note: "At any CBT centre",
  };
  const wrong = await officer.post("/staff/ms_outside_step", { ...days, closes: "2025-12-31" });
  expect(wrong.body.errors).toEqual({ closes: "Last day must not be before the first" });
  await granted(officer.post("/staff/ms_outside_step", days));
  expect((await officer.post("/staff/ms_outside_step", days)).body.errors).toMatchObject({ step: expect.any(String) });
  expect(await step(person, "O-Level results on CAPS")).toMatchObject({ ...days, late: true });
  await granted(person.post("/ms_outside_step/olevel/say"));
  expect(await step(person, "O-Level results on CAPS")).toMatchObject({
    ...{ state: "Done", day: expect.any(String), because: "You said so", said: true, late: false },
  });
  await granted(person.post("/ms_outside_step/olevel/take_back"));
  expect(await step(person, "O-Level results on CAPS")).toMatchObject({ state: "To do", said: false });
  expect((await person.post("/ms_outside_step/caps/say")).status).toBe(404);
});

test("a CAPS return ticks what it tells, each with the day on which it was told first, and takes back what it takes back", async () => {
  await importJambRows(portal, officer, session, [{ RG_NUM: number(2) }]);
  const person = await applicantWith(portal, number(2));
  expect(await step(person, "JAMB registration")).toMatchObject({ state: "Done" });
  await granted(claimOf(person, number(2), "2004-02-29"));
  const states = async () => {
    const { steps } = await companion(person);
    return steps.slice(3, 6).map((one: { state: string }) => one.state);
  };
  expect(await states()).toEqual(["Not known", "Not known", "Not known"]);
  await capsReturn(`${number(3)},Pending`);
  expect(await states()).toEqual(["Others act", "Not yet", "Not yet"]);
  await capsReturn(`${number(2)},Pending`);
  await sql`update portal.caps_return set "createdAt" = "createdAt" - interval '3 days' where jamb = ${number(2)}`.execute(
    portal.db,
  );
  const { day } = await step(person, "Proposal by the college");
  await capsReturn(`${number(2)},Approved`);
  expect(await states()).toEqual(["Done", "Done", "To do"]);
  expect(await step(person, "Proposal by the college")).toMatchObject({ day });
  const admitted = await step(person, "Admission by JAMB");
  expect(Date.parse(admitted.day) - Date.parse(day)).toBeGreaterThan(2.9 * 86_400_000);
  await capsReturn(`${number(2)},Accepted`);
  expect(await states()).toEqual(["Done", "Done", "Done"]);
  expect((await companion(person)).needs).toEqual(["No matric number"]);
  await capsReturn(`${number(2)},Not approved`);
  expect(await states()).toEqual(["Done", "Others act", "Not yet"]);
});

test("whoever has a place and lacks something is counted, listed and exported; a round finds what has changed", async () => {
  const person = await offered(portal);
  const { jamb } = (await person.get("/ms_applicant/account")).body;
  await capsReturn(`${jamb},Approved`);
  expect((await officer.get("/staff/ms_national_need/counts/now")).body).toMatchObject({ people: 0, lookedAt: null });
  const { body } = await granted(officer.post("/staff/ms_national_need/look", { session }));
  expect(body).toMatchObject({ count: 1, message: expect.stringMatching(/^1 person lacks something in /) });
  const needs = async () => {
    const { list } = (await officer.get(`/staff/ms_national_need?q=${jamb}&sort=createdAt`)).body;
    return list.map((one: { need: string }) => one.need).sort();
  };
  expect(await needs()).toEqual(["No matric number", "Not accepted on CAPS"]);
  expect((await officer.get("/staff/ms_national_need/counts/now")).body).toMatchObject({ people: 1, complete: 0 });
  expect((await officer.get("/staff/ms_national_need/export")).body).toContain(`${jamb}`);
  await importJambRows(portal, officer, session, [{ RG_NUM: jamb, RG_CANDNAME: "OKON UDO", CO_NAME: "" }]);
  await capsReturn(`${jamb},Accepted`);
  await lookForNeedsRound.run(portal.app);
  expect(await needs()).toEqual(["No matric number", "Number not claimed", "Other name"]);
  expect((await companion(person)).needs).toEqual(["Number not claimed", "Other name", "No matric number"]);
  const reader = await staffMember(portal, { pages: ["outside-steps"], scope: "department" });
  expect((await reader.get("/staff/ms_national_need")).body.total).toBe(0);
  expect((await reader.post("/staff/ms_national_need/look", { session })).status).toBe(403);
});
