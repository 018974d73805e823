import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { readConfig } from "#platform/config/config.server.ts";
import { signedInApplicant } from "../../testing/applicant.ts";
import { startPortal, type TestPortal } from "../../testing/portal.ts";
import { staffMember } from "../../testing/staff.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"), { MOST_REQUESTS: "50" });
});
afterAll(() => portal.stop());

test("a person who asks without a pause is told to wait, others are answered", async () => {
  const [eager, other] = [await signedInApplicant(portal), await signedInApplicant(portal)];
  const officer = await staffMember(portal, { pages: ["colleges"] });
  // Ten seconds begin anew in between at most once.
  const asked = async (person: typeof eager | typeof officer, path: string) =>
    (await Promise.all(Array.from({ length: 130 }, () => person.get(path)))).filter(({ status }) => status === 429);
  const [refused] = await asked(eager, "/ms_dashboard");
  expect(refused?.body).toEqual({
    type: "error",
    code: "too-many-requests",
    message: "Too many requests came from your sign-in. Wait ten seconds and go on",
  });
  const seconds = Number(refused?.headers.get("retry-after"));
  expect([seconds > 0, seconds <= 10]).toEqual([true, true]);
  expect((await other.get("/ms_dashboard")).status).toBe(200);
  expect((await asked(officer, "/staff/ms_college")).length).toBeGreaterThan(0);
});

test("what is usual is twenty times what opening a page asks", () => {
  expect(readConfig({ PORTAL_SECRET: "x".repeat(64) }).mostRequests).toBe(600);
});
