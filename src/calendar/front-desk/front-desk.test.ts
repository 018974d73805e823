import { setTimeout as pause } from "node:timers/promises";
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

test("a visitor hears what applying costs and what the college says of the time after it", async () => {
  const { admission } = (await caller(portal).get("/portal")).body;
  expect([admission.fees, admission.after]).toEqual([{ least: 2500, most: 3000 }, ""]);
  const after = "Screening: 5 to 9 April 2027";
  await portal.db
    .insertInto("setting")
    .values({ name: "afterApplying", value: JSON.stringify(after) })
    .execute();
  expect((await caller(portal).get("/portal")).body.admission.after).toBe(after);
  await portal.db.deleteFrom("setting").execute();
});

test("a visitor who asks for them gets the programmes with fee and entry rules, and what to have ready", async () => {
  expect((await caller(portal).get("/portal")).body).not.toHaveProperty("prospectus");
  const { prospectus } = (await caller(portal).get("/portal?programmes")).body;
  expect(prospectus.programmes).toHaveLength(70);
  expect(prospectus.programmes.find(({ code }: { code: string }) => code === "NCE-BIO-CHE")).toMatchObject({
    fee: 3000,
    rules: { olevel: { minCredits: 5 } },
  });
  expect(prospectus.papers).toContain("Birth certificate or declaration of age");
  expect(prospectus.resultsNeeded).toBe(5);
});

test("however many ask for the programmes, they are looked up once in two seconds, and no older", async () => {
  const resultsNeeded = async () => (await caller(portal).get("/portal?programmes")).body.prospectus.resultsNeeded;
  const setting = { name: "resultsNeeded", value: JSON.stringify(6) };
  await pause(2_100);
  expect(await resultsNeeded()).toBe(5);
  await portal.db.insertInto("setting").values(setting).execute();
  expect(await Promise.all(Array.from({ length: 20 }, resultsNeeded))).toEqual(Array(20).fill(5));
  await expect.poll(resultsNeeded, { timeout: 5_000 }).toBe(6);
  await portal.db.deleteFrom("setting").execute();
});

test("without a session that admits the desk is still open", async () => {
  await portal.db.updateTable("session").set({ admission: false }).execute();
  const { status, body } = await caller(portal).get("/portal");
  expect(status).toBe(200);
  expect(body.admission).toEqual({
    state: "none",
    session: null,
    message: "Applications are not open at the moment. Please check back later",
    fees: null,
    after: "",
  });
});
