import { sql } from "kysely";
import { settingInForce } from "#college/setting/setting.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { capsStanding } from "#selection/caps-return/caps-return.server.ts";
import { type CapsStanding, isApproved, whyUnapproved } from "#selection/caps-return/caps-return.status.contract.ts";

interface Place {
  readonly code: string;
  readonly session: string;
  readonly jamb: string;
  readonly programme: string;
}

/** How a place stands with CAPS. Refuses one that is not approved there, where the college holds those back. */
export async function requireCaps(trx: Trx, { code, ...place }: Place): Promise<CapsStanding> {
  // In one question: lines of a list that go out together hold their programme's seats meanwhile.
  const { rows } = await sql<{ standing: CapsStanding; rule: string }>`select ${capsStanding(
    sql`${place.session}::uuid`,
    sql`${place.jamb}`,
    sql`${place.programme}::uuid`,
  )} as standing, ${settingInForce("capsApproval")} as rule`.execute(trx);
  const { standing, rule } = rows[0] ?? { standing: "No return yet", rule: "told" };
  if (!isApproved(standing) && rule === "held")
    throw refuse(
      `${code} is not approved on CAPS: ${whyUnapproved(standing)}. Import the CAPS return that approves it, then offer the place again`,
    );
  return standing;
}
