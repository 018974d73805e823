import { sql } from "kysely";
import { coversDepartments, reachOf } from "#access/permission/permission.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { notFound, Refusal, refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { everyAllocation } from "#teaching/course-allocation/course-allocation.server.ts";
import { sheetById } from "../score-sheet.reach.server.ts";
import { isWritable } from "../score-sheet.rules.ts";
import { troublesBeforeSubmission } from "../trouble/trouble.server.ts";
import { tellSentIn } from "./chain.mail.server.ts";
import { marksOf } from "./chain.marks.server.ts";
import { officeWords } from "./chain.rules.ts";
import { type LockedSheet, lockSheet, officeNow, writeStep } from "./chain.step.server.ts";

/** How somebody may send a sheet in: as the lecturer in charge, in that one's place with a reason, or not at all. */
export async function wayOfSending(
  db: Database | Trx,
  { staff }: Pick<Officer, "staff">,
  { class: of, departmentid }: Pick<LockedSheet, "class" | "departmentid">,
): Promise<"charge" | "place" | null> {
  const { rows } = await sql`select from ${everyAllocation()} a
    where a.class = ${of} and a.staff = ${staff} and a.incharge`.execute(db);
  if (rows.length > 0) return "charge";
  return coversDepartments(await reachOf(db, staff, "score-sheets.change"), [departmentid]) ? "place" : null;
}

interface Sending {
  readonly seen: number;
  readonly reason?: string | undefined;
}

/**
 * Sends a sheet in as it was seen: from here on its marks are locked. Refuses marks that are missing among those who are in the
 * class at this moment; whoever has dropped the course is none of them.
 */
export async function submit(work: Work, publicUrl: string, who: Officer, id: string, { seen, reason }: Sending) {
  const { trx, note } = work;
  const sheet = isId(id) ? await lockSheet(trx, id) : undefined;
  if (!sheet) throw notFound();
  const way = await wayOfSending(trx, who, sheet);
  if (way === null) throw await notInCharge(trx, sheet);
  if (way === "place" && !reason)
    throw refuseFields("reason-required", {
      reason: "Say why you send it in and not the lecturer in charge, who reads it",
    });
  if (!isWritable(sheet.state)) throw await sentAlready(trx, sheet);
  if (sheet.marksversion !== seen)
    throw stale(
      "version-stale",
      `Marks of ${sheet.code} were typed after you looked at it, so it was not sent in. Look at it again, then send it`,
    );
  const marks = (await marksOf(trx, [sheet._id])).get(sheet._id);
  if (!marks || marks.rows.length === 0)
    throw refuse("class-empty", "Nobody takes this course, so there is nothing to send in");
  const stops = await troublesBeforeSubmission(trx, await sheetById(trx, sheet._id));
  if (stops[0]) throw refuse(stops[0].code, stops.map(({ sentence }) => sentence).join(". "));
  await sql`update portal.score_sheet set state = 'With head', submittedby = ${who.staff}, "submittedAt" = now(), deciders = '{}',
      reason = null, "movedAt" = now(), version = version + 1, "updatedAt" = now() where _id = ${sheet._id}`.execute(
    trx,
  );
  const inplace = way === "place" ? (reason ?? null) : null;
  await writeStep(trx, { sheet: sheet._id, from: sheet.state, to: "With head", staff: who.staff, reason: inplace });
  if (inplace !== null) {
    const by = (await namesOfStaff(trx, [who.staff])).get(who.staff) ?? "The examinations office";
    await tellSentIn(trx, publicUrl, sheet, { by, reason: inplace });
  }
  note({
    deed: "score_sheet.submit",
    subject: `score_sheet:${sheet._id}`,
    before: { state: sheet.state },
    after: { state: "With head", students: marks.rows.length },
    ...(inplace !== null && { reason: inplace }),
  });
  const message = `The sheet of ${sheet.code} is sent in, and its marks are locked. It is with the ${officeWords("With head", sheet)} now`;
  return { type: "success" as const, message, state: "With head" as const };
}

async function notInCharge(trx: Trx, { class: of, code }: LockedSheet): Promise<Refusal> {
  const { rows } = await sql<{
    staff: string;
  }>`select a.staff from ${everyAllocation()} a where a.class = ${of} and a.incharge`.execute(trx);
  const [charge] = rows;
  const name = charge && (await namesOfStaff(trx, [charge.staff])).get(charge.staff);
  return new Refusal(
    "charge-of-another",
    403,
    name
      ? `${name} is in charge of ${code} and sends its sheet in. Ask there`
      : `Nobody is in charge of ${code}. Ask the head of department to put a lecturer in charge`,
  );
}

async function sentAlready(trx: Trx, sheet: LockedSheet): Promise<Refusal> {
  const office = officeNow(sheet);
  const name = sheet.proposedby && (await namesOfStaff(trx, [sheet.proposedby])).get(sheet.proposedby);
  return stale(
    "sent-already",
    `The sheet of ${sheet.code} is sent in already${name ? `, by ${name}` : ""}. ${
      office
        ? `It is with the ${office} since ${asMinute(sheet.movedAt)}: ask there to return it`
        : "The board has approved it"
    }`,
  );
}
