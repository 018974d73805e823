import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { expectInvariants } from "../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../testing/portal.ts";
import { type Walked, walk } from "../../testing/walk.ts";

const PEOPLE = 100;
const AT_ONCE = 8;

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

test("a hundred generated applicants walk from Create Account to the slip, and no invariant breaks", async () => {
  const seeds = Array.from({ length: PEOPLE }, (_, place) => place);
  const walked: Walked[] = [];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) walked.push(await walk(portal, seed));
    }),
  );
  for (const { get, application, rrr, person } of walked) {
    const { body: slip } = await get(`/ms_applications/${application}`);
    expect(JSON.stringify(slip)).toContain(rrr);
    expect(JSON.stringify(slip)).toContain(person.registration.lastname);
  }
  expect(new Set(walked.map(({ application }) => application)).size).toBe(PEOPLE);
  await expectInvariants(portal.db);
}, 300_000);
