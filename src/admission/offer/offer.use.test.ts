import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { candidate, offer } from "../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { staffMember } from "../../../testing/staff.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

// Reliability H178.
test("seats are never fewer than the offers that stand, and what applications rely on stays", async () => {
  const registrar = await staffMember(portal, { pages: ["intakes", "intakes.change"] });
  const one = await candidate(portal);
  const { session, programme } = await portal.db
    .selectFrom("application")
    .select(["session", "programme"])
    .where("_id", "=", one.application)
    .executeTakeFirstOrThrow();
  const [intake] = (await registrar.get(`/staff/ms_intake?session=${session}&programme=${programme}`)).body.list;
  const path = `/staff/ms_intake/${intake._id}`;
  expect((await registrar.put(path, { session, programme, seats: 0 })).body.type).toBe("success");
  expect((await registrar.delete(path, { delete: "Delete" })).body).toMatchObject({
    type: "error",
    message: "Used by 1 of the applications, so these seats and rules stay with their session and programme",
  });
  await offer(portal, one);
  expect((await registrar.put(path, { session, programme, seats: 0 })).body).toMatchObject({
    type: "error",
    errors: { seats: "The seats cannot be fewer than the offers that stand for this programme: 1" },
  });
  expect((await registrar.put(path, { session, programme, seats: 1 })).body.type).toBe("success");
});
