import { afterEach, expect, inject, test } from "vitest";
import type { Reply } from "../../../testing/applicant.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { screenedPeople } from "../../../testing/screening.ts";
import { staffMember } from "../../../testing/staff.ts";
import { withoutConstraint, withoutRowLock } from "../../../testing/without-guard.ts";

// Two members of staff keep opposite findings about one sitting in the same moment.

let portal: TestPortal;
afterEach(() => portal.stop());

async function opposite(guard = async () => undefined as undefined): Promise<{ replies: Reply[]; kept: number }> {
  portal = await startPortal(inject("place"));
  await screenedPeople(portal, 1);
  const pages = ["olevel-checks", "olevel-checks.change"] as const;
  const staff = await Promise.all([staffMember(portal, { pages }), staffMember(portal, { pages })]);
  const { _id } = await portal.db.selectFrom("olevel_check").select("_id").executeTakeFirstOrThrow();
  await guard();
  const replies = await whileTableHeld(portal, "olevel_finding", 2, () =>
    Promise.all(
      staff.map((who, at) =>
        who.post(
          `/staff/ms_olevel_check/${_id}/find`,
          { outcome: at === 0 ? "Confirmed" : "Differs", checkedon: "2026-11-01", words: "As the board shows it" },
          { "if-match": '"1"' },
        ),
      ),
    ),
  );
  const found = await portal.db.selectFrom("olevel_finding").select("_id").execute();
  return { replies, kept: found.length };
}

test("of two opposite findings at once one is kept, and the other is told what the first found", async () => {
  const { replies, kept } = await opposite();
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
    code: "version-stale",
    message: expect.stringMatching(/found “(Confirmed|Differs)” on 1 November 2026 .+ while you were typing/),
  });
  expect(kept).toBe(1);
});

test("without the lock on the sitting the second would overwrite the first unread", async () => {
  const { replies, kept } = await opposite(async () => {
    // A finding holds its sitting's key too; without a lock both would wait for each other there.
    await withoutConstraint(portal, "olevel_finding", "olevel_finding_check");
    await withoutRowLock(portal, "olevel_check");
    return undefined;
  });
  expect([replies.map(({ status }) => status), kept]).toEqual([[200, 200], 2]);
});
