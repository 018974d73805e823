import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { headOf } from "../../../testing/head.ts";
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
