import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import {
  applicationsFor,
  approved,
  draftOf,
  minuteComes,
  type ReleaseDesk,
  releaseDesk,
} from "../../../testing/release-desk.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";
import { releaseWhatIsDue } from "./release-line/release-line.job.server.ts";

let portal: TestPortal;
let desk: ReleaseDesk;
let verifier: StaffMember;
let ids: readonly string[];
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await releaseDesk(portal);
  verifier = await staffMember(portal, { pages: ["olevel-checks", "olevel-checks.change"] });
  ({ ids } = await applicationsFor(portal, 0, 9, 20));
});
afterAll(() => portal.stop());

async function boardSays(application: string, found: Record<string, unknown>): Promise<void> {
  const { _id } = await portal.db
    .selectFrom("olevel_check")
    .select("_id")
    .where("application", "=", application)
    .executeTakeFirstOrThrow();
  await granted(verifier.post(`/staff/ms_olevel_check/${_id}/find`, { checkedon: "2026-11-01", ...found }));
}

/** A list of three: confirmed by the board, other there, and not asked about; what came of each at its minute. */
async function outcomesUnder(value: string, [confirmed = "", differing = "", unasked = ""]: readonly string[]) {
  await boardSays(confirmed, { outcome: "Confirmed" });
  await boardSays(differing, { outcome: "Differs", words: "Mathematics is D7 there" });
  const registry = await staffMember(portal, { pages: ["settings", "settings.change"] });
  await granted(registry.put("/staff/ms_setting/olevelBeforeOffer", { value }));
  const list = await approved(desk, await draftOf(desk, [confirmed, differing, unasked]));
  await minuteComes(portal);
  await releaseWhatIsDue(portal.app);
  const lines = await portal.db
    .selectFrom("release_line")
    .select(["application", "standing", "held"])
    .where("release", "=", list)
    .execute();
  return [confirmed, differing, unasked].map((id) => {
    const { standing, held } = lines.find(({ application }) => application === id) ?? {};
    return held ? `${standing}: ${held}` : standing;
  });
}

test.each([
  ["told", ["Out", "Out", "Out"]],
  ["differences", ["Out", expect.stringMatching(/^Held back: .*O-Level sitting that is .* by the board/), "Out"]],
  [
    "confirmed",
    [
      "Out",
      expect.stringMatching(/^Held back: .*O-Level sitting that is .* by the board/),
      expect.stringMatching(/^Held back: .*that the board has not confirmed/),
    ],
  ],
])("under the setting %s the minute of a list holds back whom it says", async (value, outcomes) => {
  const nth = ["told", "differences", "confirmed"].indexOf(value) * 3;
  const three = ids.slice(nth, nth + 3);
  expect(await outcomesUnder(value, three)).toEqual(outcomes);
  const offers = await portal.db.selectFrom("offer").select("application").where("application", "in", three).execute();
  expect(offers).toHaveLength(outcomes.filter((one) => one === "Out").length);
});
