import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller, signedInApplicant } from "../../../testing/applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import type { OpenProgramme } from "./open-programme.contract.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

test("an applicant sees the open programmes by college and department, each with its fee in naira", async () => {
  const person = await signedInApplicant(portal);
  const { status, body } = await person.get("/ms_programme");
  const list: OpenProgramme[] = body;
  expect(status).toBe(200);
  expect(list).toHaveLength(70);
  const places = list.map(({ college, department, name }) => `${college}/${department}/${name}`);
  expect(new Set(places).size).toBe(places.length);
  expect(list.every(({ award, modes }) => award === "NCE" && modes.length === 3)).toBe(true);
  const fee = (code: string) => list.find((programme) => programme.code === code)?.fee;
  expect([fee("NCE-CRS-ENG"), fee("NCE-BIO-CHE")]).toEqual([2500, 3000]);
});

test("a programme whose fee is not set says so by null", async () => {
  const person = await signedInApplicant(portal);
  await portal.db.deleteFrom("application_fee_item").execute();
  const { body } = await person.get("/ms_programme");
  expect(body).toHaveLength(70);
  expect(new Set(body.map(({ fee }: OpenProgramme) => fee))).toEqual(new Set([null]));
});

test("while no session admits, the list is refused with a sentence", async () => {
  const person = await signedInApplicant(portal);
  await portal.db.updateTable("session").set({ admission: false }).execute();
  const { status, body } = await person.get("/ms_programme");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    type: "error",
    code: "no-session-admits",
    message: expect.stringContaining("Applications are not open"),
  });
});

test("a visitor is told to sign in", async () => {
  expect((await caller(portal).get("/ms_programme")).status).toBe(401);
});
