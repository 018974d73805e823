import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { alsoApplied, candidate, dueIn, offer } from "../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { expectSeatsKept } from "../../../testing/release-desk.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { lapseOffers } from "./acceptance/acceptance.job.server.ts";

// Reliability H178, A2: an offer holds a seat, whoever makes it.

let portal: TestPortal;
let registrar: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  registrar = await staffMember(portal, { pages: ["intakes", "intakes.change"] });
});
afterEach(() => expectSeatsKept(portal));
afterAll(() => portal.stop());

async function intakeOf(application: string) {
  const { session, programme } = await portal.db
    .selectFrom("application")
    .select(["session", "programme"])
    .where("_id", "=", application)
    .executeTakeFirstOrThrow();
  const [intake] = (await registrar.get(`/staff/ms_intake?session=${session}&programme=${programme}`)).body.list;
  const path = `/staff/ms_intake/${intake._id}`;
  const setSeats = async (seats: number | null) => (await registrar.put(path, { session, programme, seats })).body;
  const held = async () => {
    const { seats, taken, beyond } = (await registrar.get(path)).body;
    return { seats, taken, beyond };
  };
  return { path, session, programme, setSeats, held };
}

test("an offer takes a seat, the last one is the last, and the seats are never lowered below what is taken", async () => {
  const [one, other] = [await candidate(portal), await candidate(portal)];
  const intake = await intakeOf(one.application);
  expect((await intake.setSeats(0)).type).toBe("success");
  await expect(offer(portal, one)).rejects.toMatchObject({
    code: "no-seat-left",
    message: expect.stringContaining("No seat is left for"),
  });
  expect((await intake.setSeats(1)).type).toBe("success");
  await offer(portal, one);
  expect(await intake.held()).toEqual({ seats: 1, taken: 1, beyond: 0 });
  await expect(offer(portal, other)).rejects.toMatchObject({
    code: "no-seat-left",
    message: expect.stringContaining("every one is taken"),
  });
  expect(await intake.setSeats(0)).toMatchObject({
    type: "error",
    code: "fewer-seats-than-given",
    errors: { seats: "The seats cannot be fewer than those that are held in this programme: 1" },
  });
  expect((await registrar.delete(intake.path, { delete: "Delete" })).body).toMatchObject({
    type: "error",
    code: "record-in-use",
    message: "Used by 2 of the applications, so these seats and rules stay with their session and programme",
  });
  expect((await intake.setSeats(null)).type).toBe("success");
  await offer(portal, other);
  expect(await intake.setSeats(1)).toMatchObject({
    code: "fewer-seats-than-given",
    errors: { seats: expect.stringContaining("this programme: 2") },
  });
});

test("a lapsed offer keeps its seat until it is freed, and a new intake begins with what is taken", async () => {
  const one = await candidate(portal, 2);
  const { session, programme, held } = await intakeOf(one.application);
  await offer(portal, one);
  await dueIn(portal, one, -1);
  await lapseOffers.run(portal.app);
  expect(await held()).toMatchObject({ taken: 1 });
  await portal.db.deleteFrom("intake").where("session", "=", session).where("programme", "=", programme).execute();
  // Nobody has said anything of the programme: the command line may offer.
  await offer(portal, await candidate(portal, 2));
  const none = await registrar.post("/staff/ms_intake", { session, programme, seats: 1 });
  expect(none.body).toMatchObject({
    code: "fewer-seats-than-given",
    errors: { seats: expect.stringContaining("cannot be fewer than those that are held") },
  });
  expect((await registrar.post("/staff/ms_intake", { session, programme, seats: 2 })).body.type).toBe("success");
  await expect(offer(portal, await candidate(portal, 2))).rejects.toMatchObject({
    code: "no-seat-left",
    message: expect.stringContaining("No seat is left for"),
  });
});

test("an offer that the desk decided against is not made from the command line either", async () => {
  const one = await candidate(portal, 3);
  for (const state of ["Checked", "Not recommended"])
    await portal.db.updateTable("review").set({ state }).where("_id", "=", one.application).execute();
  await expect(offer(portal, one)).rejects.toMatchObject({
    code: "application-not-offerable",
    message: expect.stringContaining(`${one.code} is Not recommended, so it can not be offered a place`),
  });
  await offer(portal, await alsoApplied(portal, one, 4));
});
