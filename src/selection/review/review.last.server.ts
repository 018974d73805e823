import { namesOfStaff } from "#access/staff/staff.names.server.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { auditOf } from "#platform/audit.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import type { LockedReview } from "./review.move.server.ts";
import { deedWords } from "./review.timeline.contract.ts";

/** Who brought a file to what it is and when, for the end of a sentence; empty where it was nobody's deed. */
export async function lastChange(trx: Trx, { _id, updatedAt }: LockedReview): Promise<string> {
  const [last] = await auditOf(trx, `review:${_id}`, 1, ["review-note.add"]);
  // Written in one transaction; what else changes a file, such as other entry rules, is no deed of anybody on it.
  if (last?.at !== updatedAt) return "";
  const names = await namesOfStaff(trx, last.actor ? [last.actor] : []);
  const who = names.get(last.actor ?? "") ?? (last.actorkind === "applicant" ? "the applicant" : "the portal");
  return `: ${deedWords(last).toLowerCase()} by ${who} on ${asMinute(last.at)}`;
}
