import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { builtPages } from "#access/permission/permission.pages.rules.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { insist } from "../../../testing/visitor.ts";
import { type RecordRules, registryOf } from "../record/record.registry.server.ts";

let portal: TestPortal;
let who: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  who = await staffMember(portal, { pages: builtPages.map(({ key }) => key) });
});
afterAll(() => portal.stop());

// What no column holds: beyond its range, NUL, half of a pair of surrogates, days that no calendar has.
const odd = [
  "999999999",
  "32768",
  "-1",
  "%00",
  "a%00b",
  "%ED%A0%80",
  "0000-00-00",
  "2026-02-30",
  "9999-12-31",
  "1e9",
  "%25",
  "'",
];

test("no list, file or choice answers an odd value of a query with a fault of ours", async () => {
  const rules: RecordRules[] = [...registryOf(portal.app).values()];
  expect(rules.length).toBeGreaterThan(20);
  const paths = rules.flatMap(({ of }) => [
    ...[...of.filters, "q", "after"].map((name) => `/staff/ms_${of.noun}?${String(name)}=`),
    ...("choices" in of.calls ? [`/staff/ms_${of.noun}/choices?q=`] : []),
  ]);
  const wrong: string[] = [];
  const ask = async (path: string) => {
    const { status, body } = await insist(() => who.get(path));
    // The third file at once has to wait.
    const isSound = status === 200 || status === 429 || (status === 500 && body.errors !== undefined);
    if (!isSound) wrong.push(`${path}: ${status}`);
  };
  for (const path of [
    ...paths,
    "/staff/ms_palette?q=xx",
    "/staff/ms_audit/export?deed=",
    "/staff/ms_outgoing_mail/export?q=",
  ])
    await Promise.all(odd.map((value) => ask(path + value)));
  expect(wrong).toEqual([]);
});

test("a time lies between two days of Lagos", async () => {
  const ask = async (query: string) => (await who.get(`/staff/ms_audit?${query}`)).body;
  await who.put("/staff/ms_setting/none", {});
  expect((await ask("from=2026-13-01")).errors).toEqual({ from: "From has no such value" });
  expect((await ask("from=2000-01-02&to=2000-01-01")).total).toBe(0);
  expect((await ask("from=2000-01-01")).total).toBe((await ask("")).total);
  expect((await ask("to=2000-01-01")).total).toBe(0);
});
