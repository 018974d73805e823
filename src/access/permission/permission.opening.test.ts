import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { administrator, fillOffice, pageId } from "../../../testing/office.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";

let portal: TestPortal;
let admin: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  await fillOffice(portal);
  admin = await administrator(portal);
});
afterAll(() => portal.stop());

type Page = Parameters<typeof pageId>[1];
const gives = async (by: StaffMember, staff: string, page: Page, scope = "all") =>
  (await by.post("/staff/ms_user_permission", { staff, page: await pageId(portal, page), scope })).body.message;

test("the right to change or to approve brings the right to open the page along, and says so", async () => {
  const friend = await staffMember(portal);
  const held = async () => (await friend.get("/staff/ms_menu")).body.rights.sort();
  expect(await gives(admin, friend._id, "merit-lists.approve", "college")).toMatch(
    /: approve\. Merit lists can be opened too$/,
  );
  expect(await held()).toEqual(["merit-lists", "merit-lists.approve"]);
  await gives(admin, friend._id, "merit-lists.change");
  const rows = (await admin.get(`/staff/ms_user_permission?staff=${friend._id}`)).body.list;
  expect(rows.map(({ scope }: { scope: string }) => scope).sort()).toEqual(["all", "college", "college"]);

  const group = (await admin.post("/staff/ms_user_group", { name: "Offers desk", scope: "all" })).body._id;
  const page = await pageId(portal, "offers.change");
  expect((await admin.post("/staff/ms_group_permission", { group, page })).body.message).toMatch(
    /: change\. Offers can be opened too$/,
  );
  await admin.post("/staff/ms_group_member", { staff: friend._id, group });
  expect(await held()).toEqual(["merit-lists", "merit-lists.approve", "merit-lists.change", "offers", "offers.change"]);
});

test("the page that a right brings along is one that its giver holds", async () => {
  const friend = await staffMember(portal);
  const clerk = await staffMember(portal, { pages: ["user-permissions.change", "offers.change"] });
  expect(await gives(clerk, friend._id, "offers.change")).toBe(
    "You do not hold Offers yourself, so you cannot give it. Ask an administrator",
  );
  expect((await friend.get("/staff/ms_menu")).body.rights).toEqual([]);
});
