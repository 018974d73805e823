import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { deedAsText } from "#console/audit/audit.rules.ts";
import { candidate } from "../../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { staffMember } from "../../../../testing/staff.ts";
import { LOOK } from "./file.server.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

test("who opens a file leaves one line a day for the auditor, and opens two hundred in a quarter of an hour", async () => {
  const { application } = await candidate(portal);
  const officer = await staffMember(portal, { pages: ["applications"] });
  const colleague = await staffMember(portal, { pages: ["applications", "audit"] });
  const file = `/staff/ms_review/${application}/file`;
  const looks = async () => {
    const { body } = await colleague.get(`/staff/ms_audit?subject=application:${application}`);
    return body.list.filter(({ deed }: { deed: string }) => deed === LOOK);
  };
  const { body } = await officer.get(file);
  await officer.get(file);
  expect(await looks()).toHaveLength(1);
  expect(deedAsText(LOOK)).toBe("Application looked into");
  expect(body.timeline.map(({ what }: { what: string }) => what)).toEqual(["Submitted"]);
  expect((await officer.get(file)).body.timeline).toEqual(body.timeline);
  await colleague.get(file);
  expect(await looks()).toHaveLength(2);

  const spent = { key: `review-file:${officer._id}`, points: 200, expire: Date.now() + 900_000 };
  await portal.db.deleteFrom("limits").where("key", "=", spent.key).execute();
  await portal.db.insertInto("limits").values(spent).execute();
  expect((await officer.get(file)).status).toBe(200);
  const next = await candidate(portal, 1);
  const refused = await officer.get(`/staff/ms_review/${next.application}/file`);
  expect([refused.status, refused.headers.has("retry-after")]).toEqual([429, true]);
});
