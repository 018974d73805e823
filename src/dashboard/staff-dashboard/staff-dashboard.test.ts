import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { newId } from "#platform/database/id.server.ts";
import { paidReference } from "../../../testing/books.ts";
import { departmentNamed, holdOffice } from "../../../testing/office.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import type { Figure, StaffDashboard } from "./staff-dashboard.contract.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

const dashboardOf = async (who: StaffMember): Promise<StaffDashboard> =>
  (await who.get("/staff/ms_staff_dashboard")).body;
const figure = ({ figures }: StaffDashboard, name: Figure["name"]) => figures.find((one) => one.name === name);

test("a figure leads into its list where the person may open it, and is missing where not", async () => {
  const pages = ["dashboard", "staff", "mails", "mails.change", "exports", "programmes"] as const;
  const officer = await staffMember(portal, { pages });
  await portal.db
    .insertInto("outgoing_mail")
    .values({ _id: newId(), recipient: "a@example.com", subject: "Lost", state: "failed", trouble: "no such box" })
    .execute();
  await officer.get("/staff/ms_staff/export");
  const board = await dashboardOf(officer);
  expect(figure(board, "mails")).toEqual({ name: "mails", total: 1, link: "/staff/mails?state=failed" });
  expect(figure(board, "staff")?.link).toBe("/staff/staff?status=Active");
  const active = (await officer.get("/staff/ms_staff?status=Active")).body.total;
  expect(figure(board, "staff")?.total).toBe(active);
  expect(figure(board, "exports")).toMatchObject({ total: 1, link: "/staff/exports" });
  expect(board.waiting).toEqual([
    { sentence: "One mail could not be sent.", deed: "See them", link: "/staff/mails?state=failed" },
  ]);
  const another = await dashboardOf(await staffMember(portal, { pages: ["dashboard"] }));
  expect(another).toMatchObject({ figures: [], waiting: [] });
});

test("the bursar sees what came in and what waits; who may not open the day book does not", async () => {
  const one = await paidReference(portal, 0);
  const wrong = await paidReference(portal, 1, { paidAmount: "1500" });
  expect(wrong.amount).not.toBe(1500);
  const bursar = await staffMember(portal, { pages: ["dashboard", "day-book", "payment-exceptions"] });
  const came = one.amount + 1500;
  expect((await dashboardOf(bursar)).takings).toEqual({ today: came, session: came, waiting: 1 });
  expect((await dashboardOf(await staffMember(portal, { pages: ["dashboard"] }))).takings).toBeNull();
});

test("a head sees the figures of the department, and after the office none", async () => {
  const biology = await departmentNamed(portal, "BIO");
  const pages = ["dashboard", "staff", "programmes"] as const;
  const head = await staffMember(portal, { pages, scope: "department", department: biology._id });
  await holdOffice(portal, head._id, { kind: "head", of: biology._id });
  const during = await dashboardOf(head);
  expect(during.offices).toEqual([`Head of ${biology.name}`]);
  expect(figure(during, "staff")?.total).toBe((await head.get("/staff/ms_staff?status=Active")).body.total);

  await holdOffice(portal, head._id, { kind: "head", of: biology._id, endsIn: -1 });
  const after = await dashboardOf(head);
  expect(after.offices).toEqual([]);
  expect(figure(after, "staff")?.total).toBe(0);
});

test("the holes of the session that admits wait for who may close one of them", async () => {
  const registrar = await staffMember(portal, { pages: ["dashboard", "sessions", "sessions.change"] });
  const session = await portal.db
    .selectFrom("session")
    .select(["_id", "name"])
    .where("admission", "=", true)
    .executeTakeFirstOrThrow();
  const holes = (await registrar.get(`/staff/ms_session_opening/${session._id}/holes`)).body.length;
  const board = await dashboardOf(registrar);
  expect(board.admission).toMatchObject({
    state: "open",
    session: "2026/2027",
    link: `/staff/sessions/${session._id}`,
  });
  expect(board.waiting[0]?.sentence ?? "0").toMatch(new RegExp(holes === 1 ? "^One thing" : `^${holes}`));
  expect(board.sessions.map(({ name }) => name)).toContain("2026/2027");

  const cashier = await staffMember(portal, { pages: ["dashboard", "sessions", "payments.change"] });
  expect((await dashboardOf(cashier)).waiting).toEqual([]);

  await portal.db.updateTable("session").set({ admission: false }).execute();
  const closed = await dashboardOf(registrar);
  expect(closed.admission).toEqual({ state: "none", session: null, opens: null, closes: null, link: null });
  expect(closed.waiting[0]).toMatchObject({ sentence: "No session takes applications.", link: "/staff/sessions" });
});

test("who has nothing but the dashboard is greeted by it, and who has not even that is told", async () => {
  const lecturer = await staffMember(portal, { pages: ["dashboard"], scope: "department" });
  expect(await dashboardOf(lecturer)).toMatchObject({ figures: [], waiting: [] });
  expect((await (await staffMember(portal)).get("/staff/ms_staff_dashboard")).status).toBe(403);
});
