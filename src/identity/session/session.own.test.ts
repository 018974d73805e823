import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller } from "../../../testing/applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type Registration, signIn, verifiedAccount } from "../../../testing/visitor.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

const PHONE =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36";

async function signInFrom(agent: string, { emailaddress, password }: Registration) {
  const sent = { emailaddress, password };
  const { body } = await caller(portal).post("/ms_applicant/login", sent, { "user-agent": agent });
  return { token: body.token as string, ...caller(portal, body.token) };
}

test("an applicant sees where he or she is signed in, and which of them asks", async () => {
  const person = await verifiedAccount(portal);
  const laptop = await signInFrom("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Firefox/144.0", person);
  const phone = await signInFrom(PHONE, person);
  const { body } = await phone.get("/ms_applicant/sign_in");
  expect(body).toMatchObject([
    { browser: "Chrome on Android", current: true, shared: false, address: "127.0.0.1" },
    { browser: "Firefox on Windows", current: false },
  ]);
  expect(JSON.stringify(body)).not.toContain(laptop.token);
});

test("one that is ended is over at once; another's and an unknown one are the same 404", async () => {
  const person = await verifiedAccount(portal);
  const [lost, kept] = [await signInFrom(PHONE, person), await signInFrom(PHONE, person)];
  const stranger = await signInFrom(PHONE, await verifiedAccount(portal));
  const { body } = await kept.get("/ms_applicant/sign_in");
  const { _id } = body.find((one: { current: boolean }) => !one.current);
  for (const id of [_id, "01900000-0000-7000-8000-000000000000", "x"]) {
    const { status, body: said } = await stranger.delete(`/ms_applicant/sign_in/${id}`);
    expect([status, said.code]).toEqual([404, "record-not-found"]);
  }
  expect((await lost.get("/ms_applicant/permit")).status).toBe(200);
  expect((await kept.delete(`/ms_applicant/sign_in/${_id}`)).body.type).toBe("success");
  expect((await lost.get("/ms_applicant/permit")).status).toBe(401);
  expect((await kept.get("/ms_applicant/permit")).status).toBe(200);
});

test("all others end at once, or all, and nobody else's", async () => {
  const person = await verifiedAccount(portal);
  const other = await signInFrom(PHONE, await verifiedAccount(portal));
  const [first, second] = [await signInFrom(PHONE, person), await signInFrom(PHONE, person)];
  expect((await second.post("/ms_applicant/sign_in/end_others")).body.message).toBe("You are now signed in here only");
  expect((await first.get("/ms_applicant/permit")).status).toBe(401);
  expect((await second.post("/ms_applicant/sign_in/end_others")).body.message).toBe("You are signed in here only");
  const third = await signInFrom(PHONE, person);
  expect((await third.post("/ms_applicant/sign_in/end_all")).body.type).toBe("success");
  for (const one of [second, third]) expect((await one.get("/ms_applicant/permit")).status).toBe(401);
  expect((await other.get("/ms_applicant/permit")).status).toBe(200);
  const rows = await portal.db.selectFrom("audit").select("deed").where("deed", "like", "session.end-%").execute();
  expect(rows.map(({ deed }) => deed)).toEqual(["session.end-others", "session.end-others", "session.end-all"]);
  expect((await signIn(portal, person)).body.verify).toBe(true);
});
