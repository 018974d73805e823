import { sql } from "kysely";
import { afterEach, expect, inject, test } from "vitest";
import type { Reply } from "../../../testing/applicant.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { manyApplications } from "../../../testing/many-applications.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { staffMember } from "../../../testing/staff.ts";
import { withoutRecommendationLock } from "../../../testing/without-guard.ts";

// Two officers decide about one file in opposite ways at the same moment (H176).

let portal: TestPortal;
afterEach(() => portal.stop());

const path = "/staff/ms_recommendation";

/** What both heard, and how many decisions there are, when their transactions overlap. */
async function opposite(): Promise<{ replies: Reply[]; decisions: number }> {
  const pages = ["recommendations", "recommendations.change"] as const;
  const one = await staffMember(portal, { pages, firstname: "Yakubu" });
  const other = await staffMember(portal, { pages, firstname: "Rakiya" });
  const [id = ""] = await sql<{ _id: string }>`select _id from portal.review`
    .execute(portal.db)
    .then(({ rows }) => rows.map(({ _id }) => _id));
  const chosen = { standing: "Checked", ids: [id], count: 1 };
  const yes = { decision: "Recommended", kind: "Meets the requirements", ...chosen };
  const no = { decision: "Not recommended", kind: "Documents do not agree", reason: "Two dates of birth", ...chosen };
  const replies = await whileTableHeld(portal, "recommendation", 2, () =>
    Promise.all([one.post(path, yes), other.post(path, no)]),
  );
  const { rows } = await sql`select from portal.recommendation`.execute(portal.db);
  return { replies, decisions: rows.length };
}

async function checkedFile(): Promise<void> {
  portal = await startPortal(inject("place"));
  await manyApplications(portal.app.portal.pool, { count: 1 });
  await sql`update portal.review set state = 'Checked'`.execute(portal.db);
}

test("of two opposite decisions one wins, and the other hears who decided and when", async () => {
  await checkedFile();
  const { replies, decisions } = await opposite();
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  const loser = replies.find(({ status }) => status === 409);
  expect(loser?.body).toMatchObject({
    code: "state-has-moved",
    message: expect.stringMatching(
      /^APP\/26\/\d+ is (not )?recommended: Mrs (Yakubu|Rakiya) Sani decided so on .+ \(.+\), not undecided as you saw it\. Look at the list again; nothing was changed$/,
    ),
  });
  expect(decisions).toBe(1);
});

test("without the lock on the file both would be told that they decided", async () => {
  await checkedFile();
  await withoutRecommendationLock(portal);
  const { replies, decisions } = await opposite();
  expect([replies.map(({ body }) => body.type), decisions]).toEqual([["success", "success"], 2]);
});
