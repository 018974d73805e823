import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { administrator, fillOffice, formOf, pageId } from "../../../../testing/office.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../../testing/staff.ts";
import { builtPages } from "../permission.pages.rules.ts";

let portal: TestPortal;
let admin: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  await fillOffice(portal);
  admin = await administrator(portal);
});
afterAll(() => portal.stop());

const groupNamed = async (name: string) => (await admin.get(`/staff/ms_page_group?q=${name}`)).body.list[0]._id;

test("a page of the portal's own is never deleted, and its link stays", async () => {
  const id = await pageId(portal, "colleges");
  const row = (await admin.get(`/staff/ms_page/${id}`)).body;
  expect((await admin.delete(`/staff/ms_page/${id}`, { delete: "Delete" })).body).toMatchObject({
    code: "page-of-the-portal",
    message: "This page is the portal's own, so it cannot be deleted. Make it invisible instead",
  });
  const moved = await admin.put(`/staff/ms_page/${id}`, { ...formOf(row), link: "/staff/elsewhere" });
  expect([moved.body.code, moved.body.errors]).toEqual([
    "page-of-the-portal",
    { link: "This page is the portal's own, so its link stays as it is" },
  ]);
  const renamed = await admin.put(`/staff/ms_page/${id}`, { ...formOf(row), name: "Schools", visible: false });
  expect(renamed.body.type).toBe("success");
  await fillOffice(portal);
  expect((await admin.get(`/staff/ms_page/${id}`)).body).toMatchObject({ name: "Schools", visible: false });
});

test("a link that a college adds stands in the menu of those who may open it, and of nobody else", async () => {
  const form = { pagegroup: await groupNamed("Records"), link: "https://timetable.example", visible: true, place: 1 };
  const { _id: page } = (
    await admin.post("/staff/ms_page", { ...form, name: "Time table", title: "The lectures of the week" })
  ).body;
  const { _id: group } = (await admin.post("/staff/ms_user_group", { name: "Teachers", scope: "all" })).body;
  await admin.post("/staff/ms_group_permission", { page, group });
  const [teacher, stranger] = [await staffMember(portal, { groups: ["Teachers"] }), await staffMember(portal)];
  const menu = async (of: StaffMember) => (await of.get("/staff/ms_menu")).body.groups;
  expect(await menu(teacher)).toEqual([
    {
      name: "Records",
      icon: "archive",
      pages: [{ name: "Time table", link: form.link, title: "The lectures of the week", key: null }],
      subgroups: [],
    },
  ]);
  expect(await menu(stranger)).toEqual([]);
  const remove = () => admin.delete(`/staff/ms_page/${page}`, { delete: "Delete" });
  expect((await remove()).body).toMatchObject({
    code: "record-in-use",
    message: "Time table is in use, so it cannot be deleted. Take it from the groups and people that have it first",
  });
  const [given] = (await admin.get(`/staff/ms_group_permission?page=${page}`)).body.list;
  await admin.delete(`/staff/ms_group_permission/${given._id}`, { delete: "Delete" });
  expect(await menu(teacher)).toEqual([]);
  expect((await remove()).body.type).toBe("success");
});

test("a page that the portal has no more is gone at the next start, and the audit says from whom", async () => {
  const { _id: page } = (
    await admin.post("/staff/ms_page", {
      pagegroup: await groupNamed("Records"),
      link: "/staff/telex",
      name: "Telex",
      title: "The telex of the college",
      visible: true,
      place: 1,
    })
  ).body;
  const clerk = await staffMember(portal);
  const { _id: group } = (await admin.post("/staff/ms_user_group", { name: "Telex office", scope: "all" })).body;
  const ofGroup = (await admin.post("/staff/ms_group_permission", { page, group })).body._id;
  const ofClerk = (await admin.post("/staff/ms_user_permission", { page, staff: clerk._id, scope: "all" })).body._id;
  await portal.db.updateTable("page").set({ key: "telex" }).where("_id", "=", page).execute();
  await Promise.all([fillOffice(portal), fillOffice(portal)]);
  expect((await admin.get(`/staff/ms_page/${page}`)).status).toBe(404);
  const lines = await portal.db
    .selectFrom("audit")
    .select(["subject", "actorkind"])
    .where("deed", "in", ["page.delete", "group_permission.delete", "user_permission.delete"])
    .where("actorkind", "=", "system")
    .where("reason", "=", "The portal has no page telex any more")
    .execute();
  expect(lines.map(({ subject }) => subject).sort()).toEqual([
    `group_permission:${ofGroup}`,
    `page:${page}`,
    `user_permission:${ofClerk}`,
  ]);
});

test("a page stands in a block of its own page group only", async () => {
  const [records, people] = [await groupNamed("Records"), await groupNamed("People")];
  const { _id: block } = (await admin.post("/staff/ms_sub_page_group", { pagegroup: people, name: "Old", place: 1 }))
    .body;
  const form = { link: "/staff/audit", name: "Old audit", title: "Old audit", visible: true, place: 1 };
  const wrong = await admin.post("/staff/ms_page", { ...form, pagegroup: records, subpagegroup: block });
  expect([wrong.body.code, wrong.body.errors]).toEqual([
    "sub-group-elsewhere",
    {
      subpagegroup: "This sub page group belongs to another page group. Choose one of the same",
    },
  ]);
  const right = await admin.post("/staff/ms_page", { ...form, pagegroup: people, subpagegroup: block });
  expect(right.body.type).toBe("success");
  const moved = await admin.put(`/staff/ms_sub_page_group/${block}`, { pagegroup: records, name: "Old", place: 1 });
  expect(moved.body).toMatchObject({
    code: "sub-group-elsewhere",
    errors: { pagegroup: expect.stringContaining("Pages stand in this block") },
  });
});

test.each(["javascript:alert(1)", "//evil.example", "/staff/../app", "http://plain.example", "/staff/a b"])(
  "%s is no link of a page",
  async (link) => {
    const pagegroup = await groupNamed("Records");
    const form = { pagegroup, link, name: `Trap ${link}`, title: "Trap", visible: true, place: 1 };
    const { status, body } = await admin.post("/staff/ms_page", form);
    expect(status === 500 && body.errors.link !== undefined, JSON.stringify(body)).toBe(true);
  },
);

test("the matrix shows every page of the portal, and which groups are one's own", async () => {
  const { body } = await admin.get("/staff/ms_group_permission/matrix");
  const keys = body.blocks.flatMap(({ pages }: { pages: { key: string | null }[] }) => pages.map(({ key }) => key));
  for (const { key } of builtPages) expect(keys).toContain(key);
  expect(body.groups.find(({ name }: { name: string }) => name === "Administrators").isOwn).toBe(true);
  expect(body.granted.length).toBeGreaterThan(10);
});
