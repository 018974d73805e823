import { asFigure } from "#kit/value/count.rules.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import type { CapsStanding } from "#selection/jamb/jamb.caps.rules.ts";
import type { ListOnCaps } from "../release/release.contract.ts";

/** "22 of 32 are not approved on CAPS"; empty where all are. */
export function unapprovedTitle({ offers, approved }: ListOnCaps): string {
  const many = offers - approved;
  return many === 0 ? "" : `${asFigure(many)} of ${asFigure(offers)} ${many === 1 ? "is" : "are"} not approved on CAPS`;
}

/** "By the return of 22 November 2026 at 9:48 am: 11 not in the return, 6 not approved". */
export function unapprovedDetail({ others, returnedAt }: ListOnCaps): string {
  if (returnedAt === null) return "No CAPS return of this session has come in";
  return `By the return of ${asMinute(returnedAt)}: ${others.map(({ standing, count: of }) => `${asFigure(of)} ${called[standing]}`).join(", ")}`;
}

/** Both in one piece; empty where CAPS has approved all. */
export const unapprovedWords = (caps: ListOnCaps): string =>
  unapprovedTitle(caps) && `${unapprovedTitle(caps)}. ${unapprovedDetail(caps)}`;

const called: Readonly<Record<CapsStanding, string>> = {
  Approved: "approved",
  Accepted: "accepted",
  Pending: "pending",
  "Not approved": "not approved",
  "Other programme": "approved for another programme",
  "Not in the return": "not in the return",
  "No return yet": "without a return",
};
