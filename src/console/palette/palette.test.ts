import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { headOf } from "../../../testing/head.ts";
import { manyApplications } from "../../../testing/many-applications.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { staffMember } from "../../../testing/staff.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

const nouns = ({ body }: { body: { noun: string }[] }) => [...new Set(body.map(({ noun }) => noun))].sort();

test("records are found as far as each right reaches, and what is only looked at is not", async () => {
  const office = await staffMember(portal, { pages: ["departments", "programmes", "audit", "exports", "mails"] });
  await office.get("/staff/ms_department/export?q=biology");
  expect(nouns(await office.get("/staff/ms_palette?q=biology"))).toEqual(["department", "programme"]);
  expect(nouns(await office.get("/staff/ms_palette?q=export"))).toEqual([]);
  const head = await headOf(portal, "BIO", ["departments"]);
  const { body } = await head.get("/staff/ms_palette?q=b");
  expect(body).toEqual([]);
  expect((await head.get("/staff/ms_palette?q=chemistry")).body).toEqual([]);
  expect((await head.get("/staff/ms_palette?q=biology")).body).toMatchObject([
    { noun: "department", title: "BIO Biology" },
  ]);
});

test("a payment is called by its reference as people read it", async () => {
  await manyApplications(portal.app.portal.pool, { count: 1 });
  const bursar = await staffMember(portal, { pages: ["payments"] });
  const { body } = await bursar.get("/staff/ms_palette?q=2900-0000-0001");
  expect(body[0].title).toContain("2900-0000-0001");
  const { list } = (await bursar.get("/staff/ms_payment?q=290000000001")).body;
  expect(list[0]._title).toBe(body[0].title);
});
