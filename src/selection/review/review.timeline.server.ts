import { namesOfStaff } from "#access/staff/staff.names.server.ts";
import { auditOf } from "#platform/audit.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { LOOK } from "./review.look.server.ts";
import { deedWords, type TimelineLine } from "./review.timeline.contract.ts";

const MOST = 100;

/** Notes stand by themselves, a repeated submit did nothing, and who looked is the auditor's matter. */
const unsaid = ["review-note.add", "application.submit-again", LOOK];

/** What happened to an application and to its file at the desk, the newest first, at most two hundred lines. */
export async function timelineOf(db: Database, application: string): Promise<TimelineLine[]> {
  const lines = await Promise.all(
    [`review:${application}`, `application:${application}`].map((subject) => auditOf(db, subject, MOST, unsaid)),
  );
  const all = lines.flat().sort((one, other) => (one.at < other.at ? 1 : -1));
  const names = await namesOfStaff(
    db,
    all.flatMap(({ actor, actorkind }) => (actorkind === "staff" && actor ? [actor] : [])),
  );
  return all.map((line) => ({
    at: line.at,
    who: names.get(line.actor ?? "") ?? (line.actorkind === "applicant" ? "The applicant" : "The portal"),
    what: deedWords(line),
    reason: line.reason,
  }));
}
