import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { lagosDay } from "#kit/value/dates.rules.ts";
import { signedInApplicant } from "../../../testing/applicant.ts";
import { headOf } from "../../../testing/head.ts";
import { manyApplications } from "../../../testing/many-applications.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";
import { newId } from "../../platform/database/id.server.ts";
import { deedAsText } from "./audit.rules.ts";

let portal: TestPortal;
let who: StaffMember;
let files: string[];
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  who = await staffMember(portal, { pages: ["audit", "colleges", "colleges.change"] });
  files = await manyApplications(portal.app.portal.pool, { count: 3 });
});
afterAll(() => portal.stop());

const path = "/staff/ms_audit";
const list = async (query: string) => (await who.get(`${path}?sort=-createdAt&${query}`)).body.list;

test("a line says what changed in words, and leads to the record while it is there", async () => {
  const form = { code: "AUD", name: "Audited", status: true, isacademic: false };
  const { _id } = (await who.post("/staff/ms_college", form)).body;
  await who.put(`/staff/ms_college/${_id}`, { ...form, status: false });
  const [line] = await list(`subject=college:${_id}`);
  const changes = async () => (await who.get(`${path}/${line._id}/changes`)).body;
  expect(await changes()).toEqual({
    record: { title: "AUD Audited", link: `/staff/colleges/${_id}` },
    changes: [{ label: "Status", before: "Active", after: "Inactive" }],
  });
  await who.delete(`/staff/ms_college/${_id}`, { delete: "Delete" });
  expect((await changes()).record).toBe(null);
});

test("what is no record of the office is told by what was written down", async () => {
  await who.get("/staff/ms_college/export?q=sciences");
  const [line] = await list("deed=college.export");
  const { body } = await who.get(`${path}/${line._id}/changes`);
  expect(body).toEqual({
    record: null,
    changes: [{ label: "Filter", before: null, after: "search sciences, by name" }],
  });
});

test("a line names a member of staff where one acted, and nobody where an applicant did", async () => {
  await signedInApplicant(portal);
  const lines = await list("");
  const ofStaff = lines.filter(({ actorkind }: { actorkind: string }) => actorkind === "staff");
  const others = lines.filter(({ actorkind }: { actorkind: string }) => actorkind !== "staff");
  expect(ofStaff.every(({ actor }: { actor: { label: string } }) => actor.label !== "")).toBe(true);
  expect(others.map(({ actor }: { actor: null }) => actor)).toEqual(others.map(() => null));
  const mine = await list(`actor=${who._id}`);
  expect(mine.map(({ actor }: { actor: { _id: string } }) => actor._id)).toEqual(mine.map(() => who._id));
});

test("the days from and to are those of Lagos, in the list and in its file", async () => {
  const today = lagosDay(new Date().toISOString());
  const total = async (query: string) => (await who.get(`${path}?${query}`)).body.total;
  expect(await total(`from=${today}&to=${today}`)).toBe(await total(""));
  expect(await total("to=2020-01-01")).toBe(0);
  const { body: file } = await who.get(`${path}/export?to=2020-01-01`);
  expect(file).toContain("To 1 January 2020");
  expect(file.trim().split("\r\n")).toHaveLength(2);
});

test("a right that reaches a department reads no line", async () => {
  const [line] = await list("");
  const head = await headOf(portal, "BIO", ["audit"]);
  const unknown = "01900000-0000-7000-8000-000000000000";
  for (const id of [line._id, unknown, "x"]) expect((await head.get(`${path}/${id}/changes`)).status).toBe(404);
});

test("nobody reads there what was decided about their own application", async () => {
  const [own = "", other = ""] = files;
  const auditor = await staffMember(portal, { pages: ["audit"] });
  await portal.db
    .updateTable("applicant")
    .set({ emailaddress: auditor.emailaddress })
    .where("_id", "=", (eb) => eb.selectFrom("review").select("applicant").where("_id", "=", own))
    .execute();
  const clerk = await staffMember(portal, { pages: ["applications", "applications.change"] });
  for (const id of [own, other]) expect((await clerk.post(`/staff/ms_review/${id}/begin`)).body.type).toBe("success");
  const about = async (reader: StaffMember, id: string) =>
    (await reader.get(`${path}?subject=review:${id}`)).body.list as { _id: string; deed: string }[];
  expect(await about(auditor, own)).toEqual([]);
  expect(await about(auditor, other)).not.toEqual([]);
  const { code } = await portal.db.selectFrom("review").select("code").where("_id", "=", own).executeTakeFirstOrThrow();
  const sought = async (reader: StaffMember) => (await reader.get(`${path}?q=${encodeURIComponent(code)}`)).body.total;
  expect([await sought(auditor), await sought(who)]).toEqual([0, 1]);
  const [line] = await about(who, own);
  expect(line?.deed).toContain("review.");
  for (const address of [`${path}/${line?._id}`, `${path}/${line?._id}/changes`])
    expect([(await auditor.get(address)).status, (await who.get(address)).status]).toEqual([404, 200]);
});

test("words find what a line is about and who acted, and the line calls it by its name", async () => {
  const [, , file = ""] = files;
  const { code, jamb, name } = await portal.db
    .selectFrom("review")
    .select(["code", "jamb", "name"])
    .where("_id", "=", file)
    .executeTakeFirstOrThrow();
  const clerk = await staffMember(portal, {
    pages: ["applications", "applications.change"],
    firstname: "Zubaida",
    lastname: "Quadri",
  });
  await granted(clerk.post(`/staff/ms_review/${file}/begin`));
  for (const words of [code, jamb, `${name} review`, `Zubaida Quadri ${code}`]) {
    const [line] = await list(`q=${encodeURIComponent(words)}`);
    expect(line, words).toMatchObject({
      subject: `review:${file}`,
      about: { label: `${code} ${name}`, link: `/staff/applications/${file}` },
    });
  }
  expect(await list(`q=${encodeURIComponent(`Zubaida ${code} college`)}`)).toEqual([]);
  const { body: exported } = await who.get(`${path}/export?q=${encodeURIComponent(code)}`);
  expect(exported).toContain(`${code} ${name}`);
});

test("a deed is chosen from those that were done, and found as people read it", async () => {
  await granted(who.post("/staff/ms_college", { code: "DEE", name: "Deeds", status: true, isacademic: false }));
  expect((await who.get(`${path}/deeds`)).body).toContain("college.create");
  const found = await list("q=College:%20create");
  expect(found[0]).toMatchObject({ deed: "college.create", about: { label: "DEE Deeds" } });
  expect((await who.get(`${path}?q=nothing-of-this-kind`)).body).toMatchObject({ list: [], total: 0 });
});

test("a deed is read in words", () => {
  expect(["payment.step", "application_fee_item.change", "merit_run.take-back", "page.vanish"].map(deedAsText)).toEqual(
    ["Payment moved on", "Application fee item changed", "Merit run taken back", "Page: vanish"],
  );
});

test("an identifier is never shown for a value", async () => {
  const { pool } = portal.app.portal;
  await pool.query(
    `insert into portal.audit (_id, actorkind, actor, deed, subject, after)
      values ($1, 'staff', $2::uuid, 'page.vanish', 'page:many', jsonb_build_object('from', $2::text, 'place', 3))`,
    [newId(), who._id],
  );
  const [line] = await list("deed=page.vanish");
  const { body } = await who.get(`${path}/${line._id}/changes`);
  expect(body.changes).toEqual([
    { label: "From", before: null, after: "1 record" },
    { label: "Place in the menu", before: null, after: "3" },
  ]);
});
