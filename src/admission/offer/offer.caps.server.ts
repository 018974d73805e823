import { readSetting } from "#college/setting/setting.server.ts";
import { refuse } from "#kit/refusal.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { capsStandingOf } from "#selection/caps-return/caps-return.server.ts";
import { type CapsStanding, isApproved, whyUnapproved } from "#selection/caps-return/caps-return.status.contract.ts";

interface Place {
  readonly code: string;
  readonly session: string;
  readonly jamb: string;
  readonly programme: string;
}

/** How a place stands with CAPS. Refuses one that is not approved there, where the college holds those back. */
export async function requireCaps(trx: Trx, { code, ...place }: Place): Promise<CapsStanding> {
  const standing = await capsStandingOf(trx, place);
  if (!isApproved(standing) && (await readSetting(trx, "capsApproval")) === "held")
    throw refuse(
      `${code} is not approved on CAPS: ${whyUnapproved(standing)}. Import the CAPS return that approves it, then offer the place again`,
    );
  return standing;
}
