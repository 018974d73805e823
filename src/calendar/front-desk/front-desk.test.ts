import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller } from "../../../testing/applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

test("a visitor hears who the college is, how to reach it and until when applications are open", async () => {
  const { status, body } = await caller(portal).get("/portal");
  expect(status).toBe(200);
  expect(body).not.toHaveProperty("type");
  expect(body.brand.name).not.toBe("");
  expect(body.contact.emailaddress).toContain("@");
  expect(body.admission).toMatchObject({ state: "open", session: { code: "2026", name: "2026/2027" } });
  expect(body.admission.message).toMatch(
    /^Applications for 2026\/2027 are open until the end of \w+day \d+ \w+ \d{4}$/,
  );
});

test("without a session that admits the desk is still open", async () => {
  await portal.db.updateTable("session").set({ admission: false }).execute();
  const { status, body } = await caller(portal).get("/portal");
  expect(status).toBe(200);
  expect(body.admission).toEqual({
    state: "none",
    session: null,
    message: "Applications are not open at the moment. Please check back later",
  });
});
