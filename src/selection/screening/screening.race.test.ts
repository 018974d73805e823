import { afterEach, expect, inject, test } from "vitest";
import type { Reply } from "../../../testing/applicant.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import {
  brokenScreenings,
  openScreeningDay,
  screenedPeople,
  screeningOfficer,
  slotsOf,
} from "../../../testing/screening.ts";
import { withoutConstraint } from "../../../testing/without-guard.ts";

// Two people take the last place of a slot in the same moment.

let portal: TestPortal;
afterEach(() => portal.stop());

async function bothAtOnce(): Promise<Reply[]> {
  const officer = await screeningOfficer(portal);
  const people = await screenedPeople(portal, 2);
  const day = await openScreeningDay(officer, { places: 1 });
  const [first] = people;
  const [slot] = first ? await slotsOf(first, day) : [];
  return whileTableHeld(portal, "screening_booking", 2, () =>
    Promise.all(people.map((one) => one.post(`/ms_screening/${one.application}/book`, { slot: slot?._id }))),
  );
}

test("of two who take the last place one gets it, and the other reads that it is gone and nothing was booked", async () => {
  portal = await startPortal(inject("place"));
  const replies = await bothAtOnce();
  expect(replies.map(({ body }) => body.type).sort()).toEqual(["error", "success"]);
  expect(replies.find(({ body }) => body.type === "error")?.body).toMatchObject({
    code: "slot-full",
    message: expect.stringMatching(/^Somebody has just taken the last place at .+8:00 am\. Nothing was booked/),
  });
  expect(await portal.db.selectFrom("screening_booking").select("_id").execute()).toHaveLength(1);
  expect(await brokenScreenings(portal)).toEqual([]);
});

test("without the slot's constraint both would sit on one chair", async () => {
  portal = await startPortal(inject("place"));
  await withoutConstraint(portal, "screening_slot", "screening_slot_places");
  const replies = await bothAtOnce();
  expect(replies.map(({ body }) => body.type)).toEqual(["success", "success"]);
  expect(await brokenScreenings(portal)).toContain("screening-overbooked");
});
