import { sql } from "kysely";
import { afterEach, expect, inject, test } from "vitest";
import { coded } from "../../../../testing/bursar.ts";
import { whileTableHeld } from "../../../../testing/held-table.ts";
import { sentJambFile } from "../../../../testing/jamb-file.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { staffMember } from "../../../../testing/staff.ts";

// Two CAPS returns about the same number come at once.

let portal: TestPortal;
afterEach(() => portal.stop());

/** What both heard, and how many answers about one number count, when their transactions overlap. */
async function atOnce(): Promise<{ replies: string[]; kept: number; newest: number }> {
  const officer = await staffMember(portal, { pages: ["jamb-lists", "jamb-lists.change"] });
  const session = await coded(portal, "session", "2026");
  const map = { jamb: "RG_NUM", status: "STATUS" };
  const replies = await whileTableHeld(portal, "caps_return", 2, () =>
    Promise.all(
      ["Rejected", "Approved"].map((status) =>
        sentJambFile(portal, officer, "import", {
          kind: "caps",
          session,
          file: `RG_NUM,STATUS\n202600000001AA,${status}\n`,
          map,
        }),
      ),
    ),
  );
  const { rows } = await sql<{ kept: number; newest: number }>`
    select count(*)::int as kept, count(*) filter (where newest)::int as newest from portal.caps_return`.execute(
    portal.db,
  );
  return { replies: replies.map(({ body }) => body.type), kept: rows[0]?.kept ?? 0, newest: rows[0]?.newest ?? 0 };
}

test("both are kept, and the later one counts", async () => {
  portal = await startPortal(inject("place"));
  expect(await atOnce()).toEqual({ replies: ["success", "success"], kept: 2, newest: 1 });
});

test("without its index both would count", async () => {
  portal = await startPortal(inject("place"));
  await sql`drop index portal.caps_return_newest`.execute(portal.db);
  expect(await atOnce()).toEqual({ replies: ["success", "success"], kept: 2, newest: 2 });
});
