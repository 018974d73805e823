import { sql } from "kysely";
import type { Officer } from "#console/scope/scope.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { notFound, Refusal, refuseFields, refuseForm, stale } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { everyStudent, refuseOwnRecords } from "#registry/student/student.server.ts";
import { everyRound, type PracticeRound, roundById } from "../../practice-round/practice-round.server.ts";
import { everySchool } from "../../practice-school/practice-school.server.ts";
import { type LockedPosting, lockPosting } from "../teaching-practice.post.server.ts";
import { postingWords } from "../teaching-practice.rules.ts";
import type { readSupervised } from "./visit.contract.ts";

/** Whom a member of staff supervises, by school and name: practices that are over and confirmed for long are left out. */
export async function supervisedBy(db: Database, member: string): Promise<Replied<typeof readSupervised>> {
  const { rows } = await sql<Replied<typeof readSupervised>[number]>`
    select p._id, p.name, p.matric, own.phonenumber, s.name as school, s.address, s.lga, r.starts, r.ends, p.state,
      (select count(*)::int from portal.practice_visit v where v.posting = p._id and v."takenbackAt" is null and not v.absent) as scored,
      r.visits::int as needed
    from portal.practice_posting p join ${everyStudent()} own on own._id = p.student
      join ${everySchool()} s on s._id = p.school join ${everyRound()} r on r._id = p.round
    where p.supervisor = ${member} and p.state <> 'Released' and r.ends > (now() at time zone 'Africa/Lagos')::date - 180
    order by s.name, p.name, p._id limit 500`.execute(db);
  return rows;
}

interface SentVisit {
  readonly day: string;
  readonly absent: boolean;
  readonly scores: readonly string[];
  readonly note?: string | undefined;
}

/** The own student's posting, locked. Refuses whoever is not the supervisor, and what has a result by now. */
async function ownPosting(trx: Trx, { staff }: Officer, id: string): Promise<LockedPosting> {
  const kept = await lockPosting(trx, id);
  if (!kept) throw notFound();
  if (kept.supervisor !== staff)
    throw new Refusal(
      "supervisor-only",
      403,
      `Only the supervisor scores a visit, and that is not you. Ask the office of teaching practice to give you ${kept.name}`,
    );
  await refuseOwnRecords(trx, { staff }, [kept.student]);
  if (kept.state !== "Posted")
    throw stale(
      "state-has-moved",
      `${kept.name} stands at ${postingWords[kept.state]} by now, so nothing was changed. Ask whoever decides to send the result back first`,
    );
  return kept;
}

async function requireVisitDay(trx: Trx, { starts, ends }: PracticeRound, day: string): Promise<void> {
  const { rows } = await sql<{ today: string; isahead: boolean }>`
    select (now() at time zone 'Africa/Lagos')::date as today,
      ${day}::date > (now() at time zone 'Africa/Lagos')::date as isahead`.execute(trx);
  if (rows[0]?.isahead)
    throw refuseFields("day-to-come", { day: "This day is still to come. Choose the day of the visit" });
  const shown = (iso: string) => asDay(`${iso}T12:00:00Z`);
  if (day < starts || day > ends)
    throw refuseFields("day-out-of-practice", {
      day: `The practice is from ${shown(starts)} to ${shown(ends)}. Choose the day of the visit`,
    });
}

/** The scores by the sheet of the round. Refuses an empty sheet, one of another length, and what is above an item's maximum. */
function scoredBy({ sheet }: PracticeRound, scores: readonly string[]) {
  const missing = sheet.findIndex((_, nth) => (scores[nth] ?? "") === "");
  if (missing >= 0 || scores.length !== sheet.length) {
    const sentence = "Every item needs a score. If the student was not there, tick that instead";
    throw refuseForm("sheet-not-full", sentence, { [`scores.${Math.max(0, missing)}`]: sentence });
  }
  return sheet.map(({ item, most }, nth) => {
    const score = Number(scores[nth]);
    if (score > most) {
      const sentence = `${item} brings at most ${most}`;
      throw refuseForm("score-above-maximum", sentence, { [`scores.${nth}`]: sentence });
    }
    return { item, most, score };
  });
}

/** Keeps the sheet of a visit, as it was sent and for good. */
export async function keepVisit(work: Work, who: Officer, id: string, { day, absent, scores, note }: SentVisit) {
  const { trx } = work;
  const kept = await ownPosting(trx, who, id);
  const round = await roundById(trx, kept.round);
  if (!round) throw notFound();
  await requireVisitDay(trx, round, day);
  const sheet = absent ? null : scoredBy(round, scores);
  const sum = (of: "score" | "most") => (sheet ? sheet.reduce((all, item) => all + item[of], 0) : null);
  const _id = newId();
  const [got, most] = [sum("score"), sum("most")];
  await onConstraint(
    {
      practice_visit_once: () =>
        refuseFields("visited-already", {
          day: "You have sent a visit of this day already. Take that one back first, if it was wrong",
        }),
    },
    sql`insert into portal.practice_visit (_id, posting, staff, day, absent, scores, got, most, note)
      values (${_id}, ${id}, ${who.staff}, ${day}, ${absent}, ${sheet && JSON.stringify(sheet)}::jsonb, ${got}, ${most},
        ${note ?? null})`.execute(trx),
  );
  work.note({
    deed: "practice_posting.visit",
    subject: `practice_posting:${id}`,
    after: absent ? { visit: _id, day, absent } : { visit: _id, day, got, most },
  });
  const message = absent
    ? `Kept: ${kept.name} was not there on ${asDay(`${day}T12:00:00Z`)}`
    : `Kept: ${got} of ${most} for ${kept.name}`;
  return { type: "success" as const, message, _id };
}

/** Takes an own visit back; it stays to be read, and counts no more. */
export async function takeVisitBack(
  { trx, note }: Work,
  who: Officer,
  id: string,
  { visit, reason }: { readonly visit: string; readonly reason: string },
) {
  await ownPosting(trx, who, id);
  const { rows } = isId(visit)
    ? await sql<{ day: string }>`update portal.practice_visit set "takenbackAt" = now(), takingback = ${reason}
        where _id = ${visit} and posting = ${id} and staff = ${who.staff} and "takenbackAt" is null returning day`.execute(
        trx,
      )
    : { rows: [] };
  if (rows.length === 0) throw stale("state-has-moved", "This visit is not there to be taken back any more");
  note({ deed: "practice_posting.visit-back", subject: `practice_posting:${id}`, before: { visit }, reason });
  return { type: "success" as const, message: "Taken back. It counts no more" };
}
